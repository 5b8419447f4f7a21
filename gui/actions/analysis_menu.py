"""Rows of the *Analysis* menu."""

from __future__ import annotations

from gui.actions.action_row import SEPARATOR, ActionRow, ActionState, Label, Menu
from gui.analysis.game_reviewer import ReviewState
from gui.text.i18n import tr


def analysis_menu() -> Menu:
    """Return the menu."""
    return Menu(
        name="analysis",
        title=lambda: tr("Menus", "&Analysis"),
        entries=(
            ActionRow(
                name="analysis_on",
                text=lambda: tr("Actions", "&Analysis"),
                icon="analyse",
                keys=("Space",),
                is_checkable=True,
                is_checked=lambda state: state.is_analysing,
            ),
            ActionRow(
                name="compare_engines",
                text=lambda: tr("Actions", "&Compare engines"),
                is_checkable=True,
                is_checked=lambda state: state.is_comparing,
            ),
            SEPARATOR,
            *_review_rows(),
            SEPARATOR,
            ActionRow(
                name="search_over_time",
                text=lambda: tr("Actions", "Search over &time…"),
            ),
            ActionRow(
                name="inside_search",
                text=lambda: tr("Actions", "&Inside the search…"),
            ),
            SEPARATOR,
            *_map_rows(),
            SEPARATOR,
            ActionRow(
                name="engine_settings",
                text=lambda: tr("Actions", "&Engine settings…"),
                icon="settings",
            ),
        ),
    )


def _map_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="policy_map",
            text=lambda: tr("Actions", "&Policy map"),
            keys=("R",),
            is_checkable=True,
        ),
        ActionRow(
            name="visit_map",
            text=lambda: tr("Actions", "&Visit map"),
            keys=("Shift+R",),
            is_checkable=True,
        ),
        ActionRow(
            name="win_rate_map",
            text=lambda: tr("Actions", "&Win rate map"),
            keys=("Ctrl+R",),
            is_checkable=True,
        ),
    )


def _review_rows() -> tuple[ActionRow, ...]:
    return (
        ActionRow(
            name="analyse_game",
            label=_review_label,
            keys=("F12",),
            is_enabled=_can_review,
            reason=_review_reason,
        ),
        ActionRow(
            name="review_variation",
            text=lambda: tr("Actions", "Review this variati&on"),
            is_enabled=_can_review,
            is_visible=_is_in_variation,
        ),
        ActionRow(
            name="next_mistake",
            text=lambda: tr("Actions", "&Next mistake"),
            icon="next",
            keys=("N",),
            is_enabled=lambda state: state.has_next_mistake,
            reason=_mistake_reason,
        ),
        ActionRow(
            name="previous_mistake",
            text=lambda: tr("Actions", "Previous mista&ke"),
            icon="previous",
            keys=("Shift+N",),
            is_enabled=lambda state: state.has_previous_mistake,
            reason=_mistake_reason,
        ),
        ActionRow(
            name="try_again",
            text=lambda: tr("Actions", "Tr&y again"),
            is_enabled=lambda state: state.can_try_again,
            reason=_retry_reason,
        ),
    )


def _can_review(state: ActionState) -> bool:
    needed = (ReviewState.WITHOUT_MOVES, ReviewState.WITHOUT_ENGINE)
    return state.review not in needed


def _is_in_variation(state: ActionState) -> bool:
    return not state.view.record.is_main(state.view.cursor)


def _review_label(state: ActionState) -> Label:
    texts = {
        ReviewState.PARTIAL: tr("Actions", "Continue the &review"),
        ReviewState.COMPLETE: tr("Actions", "&Review the game again"),
        ReviewState.RUNNING: tr("Actions", "Stop the &review"),
    }
    return Label(text=texts.get(state.review, tr("Actions", "&Review the game")))


def _review_reason(state: ActionState) -> str:
    if state.review is ReviewState.WITHOUT_MOVES:
        return tr("Review", "There are no moves to review yet.")
    return tr("Review", "No engine supports this game with these rules.")


def _mistake_reason(state: ActionState) -> str:
    if not state.has_mistakes:
        return tr("Review", "No mistake is known. Review the game to find them.")
    return tr("Review", "There is no other mistake in this direction.")


def _retry_reason(state: ActionState) -> str:
    if not state.has_mistakes:
        return tr("Review", "No mistake is known. Review the game to find them.")
    return tr("Review", "Go to a mistake first.")
