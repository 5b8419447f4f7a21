"""Balanced openings for matches, drawn at random and kept where two engines agree.

``python -m build_spec.openings gomoku --size 15 --rule exact --count 60 --seed 2``
writes ``resources/openings/gomoku-15x15-exact.txt``. Two engines of
different kinds search each candidate with node limits: the same arguments give the same
openings. ``--compare FILE`` searches the openings of another file instead.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from engine import __version__
from engine.core.board.board_notation import parse_size
from engine.core.files.atomic_file import write_atomically
from engine.core.game import GameSetup, Position
from engine.games import GAMES, get_game
from engine.players.build import build_searcher
from engine.players.player_config import parse_engine
from engine.search.api import Limits, Searcher
from engine.tournament.openings import (
    Opening,
    describe_setup,
    read_openings,
    shipped_path,
    stream_openings,
)

STONES = {"gomoku": range(3, 8), "hex": range(1, 5)}
"""Numbers of stones of a candidate."""

QUICK_MARGIN = 0.12
"""Distance from one half that the first, small search may find."""

MARGIN = 0.08
"""Distance from one half that the second search may find."""

GAMES_MARGIN = 0.2
"""Distance from one half of the share of games won, of which there are few."""


@dataclass(frozen=True, slots=True)
class SearchJudge:
    """An engine that estimates the win rate of a position by its search."""

    engine: str
    """Name of the preset."""

    quick_nodes: int
    """Node limit of the first search."""

    nodes: int
    """Node limit of the second search."""

    def seems_balanced(self, position: Position) -> bool:
        """Return whether a small search finds a position nearly balanced."""
        return abs(self._search(position, self.quick_nodes) - 1 / 2) <= QUICK_MARGIN

    def rate(self, position: Position) -> float:
        """Return the win rate of the side to move, from 0 to 1."""
        return self._search(position, self.nodes)

    def accepts(self, rate: float) -> bool:
        """Return whether a position with this win rate is balanced."""
        return abs(rate - 1 / 2) <= MARGIN

    def _search(self, position: Position, nodes: int) -> float:
        searcher = make_searcher(self.engine, position, seed=0)
        return (1 + searcher.search(position, Limits(nodes=nodes)).value) / 2

    def __str__(self) -> str:
        low, high = 1 / 2 - MARGIN, 1 / 2 + MARGIN
        return f"{low:.2f} to {high:.2f} by {self.engine} ({self.nodes} nodes)"


@dataclass(frozen=True, slots=True)
class GamesJudge:
    """An engine that plays games against itself; its own values are too rough."""

    engine: str
    """Name of the preset."""

    nodes: int
    """Node limit of a move."""

    games: int
    """Number of games."""

    def seems_balanced(self, position: Position) -> bool:
        """Return ``True``: games have no quick form."""
        del position
        return True

    def rate(self, position: Position) -> float:
        """Return the share of points of the side to move, from 0 to 1."""
        points = (self._play(position, seed) for seed in range(self.games))
        return sum(points) / self.games

    def accepts(self, rate: float) -> bool:
        """Return whether a position with this share is balanced."""
        return abs(rate - 1 / 2) <= GAMES_MARGIN

    def _play(self, start: Position, seed: int) -> float:
        position = start
        searchers = [
            make_searcher(self.engine, start, seed=2 * seed + n) for n in (0, 1)
        ]
        while position.outcome is None:
            searcher = searchers[len(position.history) % 2]
            found = searcher.search(position, Limits(nodes=self.nodes))
            position = position.play(found.move)
        winner = position.outcome.winner
        return 1 / 2 if winner is None else float(winner is start.to_move)

    def __str__(self) -> str:
        low, high = 1 / 2 - GAMES_MARGIN, 1 / 2 + GAMES_MARGIN
        return (
            f"{low:.2f} to {high:.2f} in {self.games} games of {self.engine} "
            f"({self.nodes} nodes a move)"
        )


def make_searcher(engine: str, position: Position, *, seed: int) -> Searcher:
    """Return a new searcher, prepared for a position."""
    config = parse_engine(engine)
    game = position.setup.game
    searcher = build_searcher(config, game, seed=seed, is_attentive=False)
    searcher.prepare(position)
    return searcher


ALPHABETA = {
    "gomoku": SearchJudge("alphabeta", 20_000, 400_000),
    "hex": SearchJudge("alphabeta", 100, 1_000),
}
NETWORK = SearchJudge("mcts", 400, 6_000)
GAMES_OF_UCT = GamesJudge("uct", 200, 20)


def judges_of(setup: GameSetup) -> tuple[SearchJudge | GamesJudge, ...]:
    """Return two engines of different kinds for a setup.

    Where no network plays by the rules, UCT plays games.
    """
    alphabeta = ALPHABETA[setup.game]
    if parse_engine(NETWORK.engine).refusal(setup) is None:
        return NETWORK, alphabeta
    return alphabeta, GAMES_OF_UCT


@dataclass(frozen=True, slots=True)
class RatedOpening:
    """An opening with the win rates of the side to move after it."""

    opening: Opening
    rates: tuple[float, ...]
    is_balanced: bool
    """Whether every engine finds it balanced."""


def main() -> None:
    """Write the file of a setup, or print the win rates of another file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--size", required=True)
    parser.add_argument("--rule")
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--compare", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    height, width = parse_size(arguments.size)
    options = {} if arguments.rule is None else {"rule": arguments.rule}
    setup = GAMES[arguments.game].setup(height=height, width=width, options=options)
    if arguments.compare is not None:
        compare(setup, read_openings(arguments.compare, setup)[: arguments.count])
        return
    rng = random.Random(arguments.seed)
    drawn = stream_openings(setup, rng, stones=STONES[setup.game])
    found = list(islice(find_balanced(setup, drawn), arguments.count))
    if len(found) < arguments.count:
        sys.exit(f"Found only {len(found)} of {arguments.count} openings.")
    write_atomically(shipped_path(setup), format_file(setup, found, arguments.seed))


def compare(setup: GameSetup, openings: Iterable[Opening]) -> None:
    """Print the win rates of each opening, and how many are balanced."""
    rated = [rate_opening(setup, opening) for opening in openings]
    for each in rated:
        sys.stdout.write(format_line(setup, each) + "\n")
    balanced = sum(each.is_balanced for each in rated)
    sys.stdout.write(f"{balanced} of {len(rated)} balanced\n")


def find_balanced(setup: GameSetup, drawn: Iterable[Opening]) -> Iterator[RatedOpening]:
    """Yield the balanced openings, and report each on stderr."""
    found = 0
    for number, opening in enumerate(drawn, start=1):
        position = opening.position(setup)
        if has_threat(position) or not is_promising(position):
            continue
        rated = rate_opening(setup, opening, gives_up=True)
        if rated.is_balanced:
            found += 1
            sys.stderr.write(f"{found} of {number}: {format_line(setup, rated)}\n")
            yield rated


def has_threat(position: Position) -> bool:
    """Return whether a win or a threat restricts the answer."""
    game = get_game(position.setup.game)
    calm = game.sensible_moves(position, foresight=0)
    alert = game.sensible_moves(position, foresight=2)
    was_forced = calm is not None and calm.is_forced
    return alert is not None and alert.is_forced and not was_forced


def is_promising(position: Position) -> bool:
    """Return whether small searches find a position nearly balanced."""
    judges = judges_of(position.setup)
    return all(judge.seems_balanced(position) for judge in judges)


def rate_opening(
    setup: GameSetup, opening: Opening, *, gives_up: bool = False
) -> RatedOpening:
    """Return an opening with the win rates that the engines find.

    Args:
        setup: Game, size and rules.
        opening: The opening.
        gives_up: Whether to leave out the second engine if the first one finds the
            opening unbalanced.
    """
    position = opening.position(setup)
    rates: list[float] = []
    is_balanced = True
    for judge in judges_of(setup):
        rates.append(judge.rate(position))
        is_balanced = is_balanced and judge.accepts(rates[-1])
        if gives_up and not is_balanced:
            break
    return RatedOpening(opening, tuple(rates), is_balanced)


def format_file(setup: GameSetup, found: list[RatedOpening], seed: int) -> bytes:
    """Return the content of the file, with a header on how it was made."""
    rule = dict(setup.options).get("rule")
    size = f"{setup.height}x{setup.width}"
    command = f"python -m build_spec.openings {setup.game} --size {size}"
    command += f" --rule {rule}" if rule else ""
    today = datetime.now(UTC).date().isoformat()
    header = [
        f"Balanced openings: {describe_setup(setup)}.",
        f"Made by {command} --count {len(found)} --seed {seed}",
        f"with Pentahex {__version__}, {today}.",
        "Win rate of the side to move after each opening, at the end of its line:",
        *map(str, judges_of(setup)),
    ]
    lines = [f"# {line}" for line in header]
    lines += [format_line(setup, each) for each in found]
    return "\n".join([*lines, ""]).encode()


def format_line(setup: GameSetup, rated: RatedOpening) -> str:
    """Return the cells of an opening and its win rates."""
    game = get_game(setup.game)
    cells = " ".join(game.cell_name(setup, move) for move in rated.opening.moves)
    return f"{cells}  # {' '.join(f'{rate:.3f}' for rate in rated.rates)}"


if __name__ == "__main__":
    main()
