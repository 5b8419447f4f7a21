"""Measures of each new network of a run: matches, suites, entropy of the policy."""

from __future__ import annotations

from collections.abc import Callable, Collection

from torch import nn

from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.common.net_evaluator import NetEvaluator
from engine.nn.common.net_info import NetInfo
from engine.nn.evaluator_factory import load_evaluator, new_evaluator, untraced_settings
from engine.nn.torch_net.checkpoint import load_network
from engine.nn.torch_net.evaluator import TorchEvaluator
from engine.players.build import build_searcher
from engine.players.preset_player import PresetPlayer
from engine.search.api import Limits
from engine.training.learning.suite_evaluation import SUITE_EVENT, SuiteEvaluation
from engine.training.run.config import PREVIOUS, SelfPlayConfig
from engine.training.run.progress import Monitor
from engine.training.run.run_folder import TrainingRunFolder
from engine.training.run.score import Score
from engine.training.run.settings import MatchSettings
from engine.training.self_play.arena import Arena, Opponent
from engine.training.self_play.policy_entropy import measure_policy_entropy

KEPT_EVALUATORS = 3
"""Evaluators in memory: of the newest network, of its opponent, and a spare one."""


class GenerationEvaluators:
    """Evaluators of the networks of a run; those last used stay in memory.

    All those of torch stay, since torch never frees a traced graph.

    Args:
        folder: The run folder.
        settings: How networks are evaluated.
    """

    def __init__(self, folder: TrainingRunFolder, settings: EvaluatorSettings) -> None:
        self._folder = folder
        self._settings = settings
        self._known: dict[int, NetEvaluator] = {}

    def load(self, generation: int) -> NetEvaluator:
        """Return the evaluator of a generation's network."""
        evaluator = self._known.pop(generation, None)
        if evaluator is None:
            path = self._folder.generation_net(generation)
            evaluator = load_evaluator(path, self._settings)
        self._known[generation] = evaluator
        if not isinstance(evaluator, TorchEvaluator):
            for old in list(self._known)[:-KEPT_EVALUATORS]:
                del self._known[old]
        return evaluator


class NetworkEvaluation:
    """Evaluation of the networks of a self-play run.

    Args:
        config: The run.
        folder: Its folder.
        info: Header of its networks.
        evaluators: Their evaluators.
    """

    def __init__(
        self,
        config: SelfPlayConfig,
        folder: TrainingRunFolder,
        info: NetInfo,
        evaluators: GenerationEvaluators,
    ) -> None:
        self._config = config
        self._folder = folder
        self._suites = SuiteEvaluation(config.evaluation.suites, info)
        self._setup = config.play.setups(config.game)[0]
        self._evaluators = evaluators

    def log_new_networks(
        self,
        monitor: Monitor,
        must_stop: Callable[[], bool],
        *,
        without: Collection[int] = (),
    ) -> bool:
        """Evaluate and log the networks that are not logged yet.

        Args:
            monitor: Shows the progress.
            must_stop: Whether a stop is requested.
            without: Generations whose network is lost.

        Returns:
            Whether all of them are; not if a match was stopped.
        """
        logged = {
            event["generation"]
            for event in self._folder.events()
            if event["kind"] == "generation"
        }
        for generation in range(self._config.play.generations + 1):
            path = self._folder.generation_net(generation)
            if generation in {*logged, *without} or not path.exists():
                continue
            if not self._play_matches(generation, monitor, must_stop, without):
                return False
            network, info = load_network(path)
            self._evaluate_on_suites(generation, network, info)
            plain = untraced_settings(info.kind)
            entropy = measure_policy_entropy(
                new_evaluator(network, info, plain), self._setup
            )
            self._folder.log().add(
                "generation",
                **info.training,
                policy_entropy=round(entropy.policy, 4),
                uniform_entropy=round(entropy.uniform, 4),
            )
        return True

    def play_match(
        self,
        own: NetEvaluator,
        other: NetEvaluator | Opponent,
        *,
        games: int,
        generation: int,
        name: str,
        monitor: Monitor,
        must_stop: Callable[[], bool],
    ) -> Score | None:
        """Play a match of a generation's network; return ``None`` if it was stopped.

        Args:
            own: Evaluator of the network.
            other: Evaluator of another network, or an engine.
            games: Number of games.
            generation: Generation of the network.
            name: Name of the opponent.
            monitor: Shows the progress.
            must_stop: Whether a stop is requested. A time limit is none, since a
                stopped match begins again.
        """
        monitor.announce(f"gen {generation}  match against {name}, {games} games")
        arena = Arena(
            self._config.play,
            self._setup,
            own,
            other,
            games=games,
            seed=self._config.seed ^ (generation << 8),
        )
        return arena.play(monitor, must_stop)

    def _play_matches(
        self,
        generation: int,
        monitor: Monitor,
        must_stop: Callable[[], bool],
        without: Collection[int],
    ) -> bool:
        """Play and log the matches of a generation that are due; return whether all."""
        own: MatchSettings = self._config.match
        is_last = generation == self._config.play.generations
        if generation % own.interval != 0 and not is_last:
            return True
        logged = {
            (event["generation"], event["opponent"])
            for event in self._folder.events()
            if event["kind"] == "match"
        }
        before = max(range(0, generation, own.interval), default=None)
        for opponent in own.opponents:
            if (generation, opponent) in logged:
                continue
            other: NetEvaluator | Opponent
            name = opponent
            if opponent != PREVIOUS:
                other = self._make_opponent(opponent)
            elif before is not None and before not in without:
                other = self._evaluators.load(before)
                name = f"the network of generation {before}"
            else:
                continue
            score = self.play_match(
                self._evaluators.load(generation),
                other,
                games=own.games,
                generation=generation,
                name=name,
                monitor=monitor,
                must_stop=must_stop,
            )
            if score is None:
                return False
            self._log_match(generation, opponent, score)
        return True

    def _log_match(self, generation: int, opponent: str, score: Score) -> None:
        self._folder.log().add(
            "match",
            generation=generation,
            opponent=opponent,
            games=score.games,
            share=round(score.share, 4),
            draws=score.draws,
            elo=round(score.elo, 1),
            elo_error=round(score.elo_error, 1),
        )

    def _make_opponent(self, name: str) -> Opponent:
        player, game = PresetPlayer.parse(name), self._config.game
        return Opponent(
            build=lambda seed: build_searcher(player, game, seed=seed),
            limits=Limits(nodes=self._config.match.nodes),
        )

    def _evaluate_on_suites(
        self, generation: int, network: nn.Module, info: NetInfo
    ) -> None:
        """Log a network's measures on the suites that are not logged yet."""
        logged = [
            event["suite"]
            for event in self._folder.events()
            if event["kind"] == SUITE_EVENT and event.get("generation") == generation
        ]
        self._suites.log_measures(
            self._folder.log(),
            network,
            step=info.training["steps"],
            without=logged,
            generation=generation,
        )
