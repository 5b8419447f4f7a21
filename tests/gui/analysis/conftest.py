"""Games with their reviews."""

import pytest

from tests.gui.analysis.reviewed_games import ReviewDesk, planned_game


@pytest.fixture
def review_desk(*, controller, factory, engines, engine_thread, settings, qtbot):
    """Return an opened game that is not reviewed yet."""
    desk = ReviewDesk(
        controller=controller,
        factory=factory,
        engines=engines,
        engine_thread=engine_thread,
        settings=settings,
        qtbot=qtbot,
    )
    desk.open(planned_game())
    yield desk
    desk.searcher.may_go.set()
    desk.reviewer.stop()


@pytest.fixture
def reviewed(review_desk):
    """Return the same game after its review."""
    review_desk.review()
    return review_desk
