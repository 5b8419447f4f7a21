"""A network search of Python objects, slow and obvious; evaluators for both."""

import math
import zlib
from dataclasses import dataclass, field, replace

import numpy as np

from engine.core.kernels.rng import next_below
from engine.core.types import Move, Player
from engine.games import GAMES
from engine.search.evaluation import NO_LAST_MOVE, LeafBatch, normalise, uniform_policy
from engine.search.puct.kernels.simulation import play_out
from engine.search.puct.puct_search import PuctSearch
from engine.search.puct.puct_settings import PuctSettings

PARTS = 65534
"""Parts of a certain prior."""


class HashEvaluator:
    """Evaluator by a hash of the stones: any value, but always the same."""

    def __init__(self):
        self.sizes = []

    def evaluate(self, batch):
        self.sizes.append(len(batch))
        policies = np.zeros(batch.legal.shape, np.float32)
        values = np.zeros(len(batch), np.float32)
        for row in range(len(batch)):
            digest = zlib.crc32(
                batch.cells[row].tobytes() + bytes([batch.to_move[row]])
            )
            rng = np.random.default_rng(digest)
            policies[row] = rng.random(policies.shape[1]) ** 3 + 0.001
            values[row] = rng.uniform(-0.9, 0.9)
        return normalise(policies, batch.legal), values


class FlatEvaluator:
    """Finds every move equally likely and every position even."""

    def evaluate(self, batch):
        return uniform_policy(batch.legal), np.zeros(len(batch), np.float32)


class PlayoutEvaluator:
    """Finds all moves equally likely and plays one random game."""

    def __init__(self, position, rng):
        self.position, self.rng = position, rng

    def evaluate(self, batch):
        values = np.zeros(len(batch), np.float32)
        for row in range(len(batch)):
            state = self.position_of(batch, row).kernel_state()
            values[row] = play_out(state, self.rng)
        return uniform_policy(batch.legal), values

    def position_of(self, batch, row):
        to_move = Player(int(batch.to_move[row]))
        relative = batch.cells[row]
        stones = np.where(relative == 1, int(to_move), int(to_move.opponent))
        last = int(batch.last_move[row])
        return replace(
            self.position,
            stones=np.where(relative == 0, 0, stones).astype(np.uint8).tobytes(),
            to_move=to_move,
            history=() if last == NO_LAST_MOVE else (Move(last),),
            outcome=None,
            winning_cells=(),
        )


def search_with(evaluator, seed=0, **changes):
    """Return a search with little memory."""
    small = {"pool_edges": 1 << 18, "pool_nodes": 1 << 14, "pool_policies": 1 << 12}
    settings = PuctSettings(**{**small, **changes})
    return PuctSearch(lambda _setup: evaluator, settings, seed=seed)


def start_of(name, **size):
    return GAMES[name].new_position(GAMES[name].setup(**size))


@dataclass
class Edge:
    move: int | None
    prior: float
    visits: int = 0
    value: float = 0.0
    node: "Node | None" = None


@dataclass
class Node:
    value: float = 0.0
    policy: np.ndarray | None = None
    edges: list[Edge] = field(default_factory=list)
    closed: list[Edge] = field(default_factory=list)
    is_waiting: bool = True
    in_flight: int = 0


def leaf_batch(positions):
    """Return positions as an evaluator gets them."""
    relative = []
    for position in positions:
        stones = np.frombuffer(position.stones, np.int8)
        own = stones == int(position.to_move)
        relative.append(np.where(stones == 0, 0, np.where(own, 1, 2)))
    count = positions[0].setup.cell_count
    lasts = [-1 if p.last_move is None else p.last_move for p in positions]
    return LeafBatch(
        setup=positions[0].setup,
        cells=np.array(relative, np.int8),
        to_move=np.array([int(p.to_move) for p in positions], np.int8),
        last_move=np.array([m if m < count else -1 for m in lasts], np.int16),
        legal=np.array(
            [[p.is_legal(Move(c)) for c in range(count)] for p in positions]
        ),
    )


class Oracle:
    """Grows the tree that the compiled search should grow."""

    def __init__(self, position, evaluator, settings, rng):
        self.position = position
        self.evaluator = evaluator
        self.settings = settings
        self.rng = rng
        self.root = Edge(None, 1.0)
        self.blocking = None
        """The node whose moves must be evaluated before the next simulation."""

    def grow(self, count):
        done = self.batch(1)
        while done < count and not math.isinf(self.root.value):
            done += self.batch(min(8 * self.settings.batch, count - done))

    def batch(self, most):
        """Begin up to ``most`` simulations, evaluate their leaves, back up."""
        self.leaves, self.paths, self.collisions = [], [], 0
        done = 0
        while done < most and not self.must_stop() and self.simulate():
            done += 1
        if self.leaves:
            policies, values = self.evaluator.evaluate(
                leaf_batch([position for _, position in self.leaves])
            )
            for (node, _), policy, value in zip(
                self.leaves, policies, values, strict=True
            ):
                node.policy, node.value, node.is_waiting = policy, float(value), False
        for path in self.paths:
            self.back_up(path, path[-1].node.value, refund=True)
        if self.blocking is not None:
            self.evaluate_moves(*self.blocking)
            self.blocking = None
        return done

    def must_stop(self):
        return (
            math.isinf(self.root.value)
            or len(self.leaves) == self.settings.batch
            or self.collisions > self.settings.max_collisions
        )

    def simulate(self):
        """Walk to where a simulation ends; say whether it could begin at all."""
        path, position = self.walk()
        node = path[-1].node
        if self.blocking is not None:
            return False
        if position.outcome is not None or math.isinf(path[-1].value):
            self.end_at_once(path, position)
        elif node is None:
            path[-1].node = Node()
            self.leaves.append((path[-1].node, position))
            self.lose(path)
        elif not node.is_waiting:
            self.back_up(path, node.value, refund=False)
        elif len(path) == 1:
            return False
        else:
            self.collisions += 1
            self.lose(path)
        return True

    def evaluate_moves(self, node, position):
        """Evaluate the positions after all moves of a node."""
        for edge in node.edges:
            after = position.play(Move(edge.move))
            edge.node = Node(is_waiting=False)
            if after.outcome is None:
                policies, values = self.evaluator.evaluate(leaf_batch([after]))
                edge.node.policy, edge.node.value = policies[0], float(values[0])
            elif after.outcome.winner is not None:
                won = after.outcome.winner is after.to_move
                edge.node.value = 1.0 if won else -1.0

    def walk(self):
        path, position = [self.root], self.position
        while position.outcome is None and not math.isinf(path[-1].value):
            node = path[-1].node
            if node is None or node.is_waiting or path[-1].visits == 0:
                break
            if not node.edges:
                new = self.new_edges(node, position)
                if self.settings.evaluates_children:
                    node.edges = new
                    self.blocking = node, position
                    break
                if path[-1] is self.root:
                    node.edges = new
                else:
                    node.closed = new
                    self.expand_edge(node)
            path.append(self.choose_move(path[-1]))
            position = position.play(Move(path[-1].move))
        return path, position

    def new_edges(self, node, position):
        moves = position.legal_moves()
        count = position.setup.cell_count
        share = 1 - 0.5 * sum(move >= count for move in moves)
        edges = []
        for move in moves:
            part = PARTS * 0.5
            if move < count:
                parts = np.float32(node.policy[move]) * np.float32(PARTS)
                part = int(parts + np.float32(0.5)) * share
            edges.append(Edge(move, max(int(part), 1) / PARTS))
        return edges

    def choose_move(self, edge):
        node = edge.node
        count = len(node.edges)
        everything = [*node.edges, *node.closed]
        scores = self.scores(edge, everything)
        ranks = [(scores[k], child.prior) for k, child in enumerate(everything)]
        best, ties = 0, 1
        for k in range(1, count):
            if ranks[k] > ranks[best]:
                best, ties = k, 1
            elif ranks[k] == ranks[best]:
                ties += 1
                if next_below(self.rng, ties) == 0:
                    best = k
        # Whoever looks at every move takes an open one, too.
        assert ranks[best] == max(ranks)
        if best == count - 1 and node.closed:
            self.expand_edge(node)
        return node.edges[best]

    def expand_edge(self, node):
        highest = max(edge.prior for edge in node.closed)
        equals = [k for k, edge in enumerate(node.closed) if edge.prior == highest]
        choice = int(next_below(self.rng, len(equals))) if len(equals) > 1 else 0
        k = equals[choice]
        node.closed[0], node.closed[k] = node.closed[k], node.closed[0]
        node.edges.append(node.closed.pop(0))

    def scores(self, edge, edges):
        settings = self.settings
        untried = settings.first_play
        if settings.first_play_is_relative:
            tried = sum(child.prior for child in edges if child.visits)
            node = edge.node
            value = edge.value + node.in_flight * settings.virtual_loss
            ended = max(edge.visits - node.in_flight, 1)
            untried = -value / ended - untried * math.sqrt(tried)
        total = sum(child.visits for child in edges)
        if settings.counts_node:
            total = edge.visits
        scores = []
        for child in edges:
            mean = child.value / child.visits if child.visits else untried
            if settings.formula == "puct":
                bonus = settings.exploration * child.prior * math.sqrt(total)
                scores.append(mean + bonus / (1 + child.visits))
                continue
            own = untried
            if child.node is not None and not child.node.is_waiting:
                own = -child.node.value
            mean = mean if child.visits else own
            weight = settings.mix if settings.mixes_results else 1
            network, results = 0.5 + 0.5 * own, 0.5 + 0.5 * mean
            quality = (1 - settings.mix) * network + weight * results
            if math.isinf(mean):
                quality = mean
            counted = edge.visits if settings.counts_node else child.visits
            bonus = settings.exploration * child.prior / (1 + counted)
            scores.append(quality + bonus)
        return scores

    def lose(self, path):
        self.paths.append(path)
        for edge in path:
            edge.visits += 1
            edge.value -= self.settings.virtual_loss
            edge.node.in_flight += 1

    def back_up(self, path, value, *, refund):
        for edge in reversed(path):
            value = -value
            if refund:
                edge.value += self.settings.virtual_loss
                edge.node.in_flight -= 1
            else:
                edge.visits += 1
            edge.value += value

    def end_at_once(self, path, position):
        if position.outcome is None:
            self.back_up(path, -math.copysign(1, path[-1].value), refund=False)
            return
        winner = position.outcome.winner
        value = 0
        if winner is not None:
            value = 1 if winner is position.to_move else -1
        self.back_up(path, value, refund=False)
        if self.settings.proves and value:
            path[-1].value = -value * math.inf
            for edge in reversed(path[:-1]):
                answers = [
                    child.value for child in [*edge.node.edges, *edge.node.closed]
                ]
                if max(answers) == math.inf:
                    edge.value = -math.inf
                elif max(answers) == -math.inf:
                    edge.value = math.inf


def image_of(position, way):
    """Return what a symmetry makes of a position without a history."""
    stones = bytearray(len(position.stones))
    for cell, stone in enumerate(position.stones):
        swaps = way.swaps_sides and stone
        stones[way.cells[cell]] = 3 - stone if swaps else stone
    to_move = Player(3 - position.to_move) if way.swaps_sides else position.to_move
    return bytes(stones), to_move
