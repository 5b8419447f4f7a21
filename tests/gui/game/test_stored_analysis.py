"""Analysis stored in the record of a running game."""

import pytest

from engine.core.types import Candidate, Move, MoveAnalysis
from engine.match.view import Change
from tests.gui.game.controller_games import AGAINST_ENGINE, PERSONS

ANALYSIS = MoveAnalysis(value=0.25, nodes=1000)


def analysis_of(controller, node):
    return controller.session.record.nodes[node].analysis


@pytest.fixture
def views(controller):
    seen = []
    controller.match_changed.connect(seen.append)
    return seen


def test_an_analysis_is_stored_and_announced_as_notes_alone(
    controller, begin_game, views
):
    begin_game(PERSONS)
    controller.play(Move(112))
    views.clear()

    assert controller.store_analysis(0, ANALYSIS)

    assert analysis_of(controller, 0) == ANALYSIS
    assert [view.changes for view in views] == [Change.NOTES]
    assert controller.game.is_modified


def test_the_search_of_a_player_goes_on_while_an_analysis_is_stored(
    thinking, engine_thread, engines
):
    thinking.store_analysis(0, ANALYSIS)

    assert engine_thread.is_searching
    assert engines.latest.stopped == 0
    assert thinking.view.awaits_engine


def test_fewer_nodes_do_not_replace_more(controller, begin_game, views):
    begin_game(AGAINST_ENGINE)
    controller.store_analysis(0, ANALYSIS)
    views.clear()

    assert not controller.store_analysis(0, MoveAnalysis(value=0.5, nodes=999))

    assert analysis_of(controller, 0) == ANALYSIS
    assert views == []


@pytest.mark.parametrize("value", [1, -1])
def test_a_proof_replaces_an_estimate_of_more_nodes(controller, begin_game, value):
    begin_game(AGAINST_ENGINE)
    controller.store_analysis(0, ANALYSIS)
    proof = MoveAnalysis(value=value, nodes=20)

    assert controller.store_analysis(0, proof)

    assert analysis_of(controller, 0) == proof


def test_an_estimate_of_more_nodes_does_not_replace_a_proof(controller, begin_game):
    begin_game(AGAINST_ENGINE)
    proof = MoveAnalysis(value=-1, nodes=20)
    controller.store_analysis(0, proof)

    assert not controller.store_analysis(0, ANALYSIS)

    assert analysis_of(controller, 0) == proof


def test_the_same_analysis_changes_nothing(controller, begin_game, views):
    begin_game(PERSONS)
    controller.store_analysis(0, ANALYSIS)
    record = controller.session.record
    views.clear()

    assert controller.store_analysis(0, ANALYSIS)

    assert controller.session.record is record
    assert views == []


@pytest.mark.parametrize(("nodes", "is_kept"), [(99, False), (100, True)])
def test_a_network_replaces_more_nodes_without_one(
    controller, begin_game, nodes, is_kept
):
    begin_game(PERSONS)
    controller.store_analysis(0, ANALYSIS)
    learned = MoveAnalysis(
        value=0.5,
        nodes=nodes,
        candidates=(Candidate(move=Move(112), value=0.5, visits=nodes, prior=0.3),),
    )

    assert controller.store_analysis(0, learned) is is_kept
