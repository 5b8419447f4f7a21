"""A tree search of Python objects, slow and obvious, with RAVE and without."""

import math

import numpy as np

from engine.core.kernels import game_api
from engine.core.kernels.rng import next_below
from engine.core.types import Move
from engine.search.uct.kernels import node_pool as pool
from tests.engine.test_kernel_contract import (
    play_move,
    run_plain,
    run_playouts,
    space_of,
    write_owners,
)

EXPLORATION = 0.6


class Node:
    """One node of the obvious tree."""

    def __init__(self, position, move=pool.NO_MOVE):
        self.position = position
        self.move = move
        self.children = []
        self.visits = 0
        self.wins = 0.0
        """Wins of the side that moved here, a draw as half a win."""

    def move_to_try(self, rng, steps):
        """Return the next move in the node's own order."""
        space = space_of(self.position.kernel_state())
        if not self.children:
            move = next_below(rng, space)
            while not self.position.is_legal(move):
                move = next_below(rng, space)
            return move
        stride = steps[(31 * self.children[0].move + self.move + 1) % len(steps)]
        move = self.children[-1].move
        while True:
            move = (move + int(stride)) % space
            if self.position.is_legal(move):
                return move

    def bound(self, child):
        """Return the upper confidence bound of a child."""
        return child.wins / child.visits + EXPLORATION * math.sqrt(
            2 * math.log(self.visits) / child.visits
        )


def grow(root, rng, steps, count):
    """Run simulations as the paper words them."""
    for _ in range(count):
        path = [root]
        while path[-1].position.outcome is None:
            node = path[-1]
            if len(node.children) < len(node.position.legal_moves()):
                move = Move(int(node.move_to_try(rng, steps)))
                node.children.append(Node(node.position.play(move), move))
                path.append(node.children[-1])
                break
            path.append(max(node.children, key=node.bound))
        add_result(path, result_after(path, rng))


def add_result(path, winner):
    for node in path:
        node.visits += 1
        mover = node.position.to_move.opponent
        node.wins += 0.5 if winner == game_api.DRAW else float(winner == mover)


def result_after(path, rng):
    """Return the result of the last node, by a playout if its game goes on."""
    position = path[-1].position
    if position.outcome is not None:
        return position.outcome.winner or game_api.DRAW
    state = path[0].position.kernel_state()
    for node in path[1:]:
        play_move(state, node.move)
    tally = np.zeros(1, np.int64)
    run_playouts(state, position.kernel_state(), rng, tally)
    return int(tally[0])


class RaveNode(Node):
    """A node that counts every later move of its side as its own."""

    def __init__(self, position, move=pool.NO_MOVE):
        super().__init__(position, move)
        self.rave_visits = 0
        self.rave_sum = 0.0
        """Results for the side that moved here."""

    def worth(self, child, equivalence):
        share = math.sqrt(equivalence / (3 * child.visits + equivalence))
        own = 2 * child.wins / child.visits - 1 if child.visits else 0.0
        rave = child.rave_sum / max(child.rave_visits, 1)
        bound = 2 * EXPLORATION**2 * math.log(max(self.visits, 1))
        return 0.5 * ((1 - share) * own + share * rave) + math.sqrt(
            bound / (child.visits + 1)
        )


def grow_with_rave(root, rng, equivalence, count):
    """Run simulations that add all children at a node's second visit."""
    for _ in range(count):
        path = [root]
        while path[-1].position.outcome is None:
            node = path[-1]
            if not node.children:
                node.children = [
                    RaveNode(node.position.play(move), move)
                    for move in node.position.legal_moves()
                ]
            best = first = next_below(rng, len(node.children))
            worth = [node.worth(child, equivalence) for child in node.children]
            for k in [*range(first, len(worth)), *range(first)]:
                if worth[k] > worth[best] + 1e-6:
                    best = k
            path.append(node.children[best])
            if path[-1].visits == 0:
                break
        winner, owners = result_and_owners(path, rng)
        for node in path:
            add_rave(node, winner, owners)
        add_result(path, winner)


def add_rave(node, winner, owners):
    mover = node.position.to_move
    for child in node.children:
        if owners[child.move] == mover:
            child.rave_visits += 1
            if winner != game_api.DRAW:
                child.rave_sum += 1 if winner == mover else -1


def result_and_owners(path, rng):
    position = path[-1].position
    state = path[0].position.kernel_state()
    for node in path[1:]:
        play_move(state, node.move)
    owners = np.zeros((1, space_of(state)), np.int8)
    if position.outcome is not None:
        write_owners(state, owners[0])
        return position.outcome.winner or game_api.DRAW, owners[0]
    tally = np.zeros(1, np.int64)
    run_plain(state, position.kernel_state(), rng, tally, owners)
    return int(tally[0]), owners[0]
