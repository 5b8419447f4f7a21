"""Evaluators of the networks of a run: few stay in memory."""

import gc
import weakref

import pytest

pytest.importorskip("torch")

from engine.nn.common.evaluator_settings import EvaluatorSettings
from engine.nn.torch_net.evaluator import TorchEvaluator
from engine.training.run.run_folder import TrainingRunFolder
from engine.training.self_play import network_evaluation
from engine.training.self_play.network_evaluation import (
    KEPT_EVALUATORS,
    GenerationEvaluators,
)
from tests.engine.training.self_play.self_play_runs import config


class Loaded:
    """An evaluator that runs no network."""


class LoadedByTorch(TorchEvaluator):
    def __init__(self):
        pass


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Return how many evaluators remain after a function has loaded generations."""

    def count(kind, generations):
        made = []
        monkeypatch.setattr(
            network_evaluation,
            "load_evaluator",
            lambda path, _settings: made.append((path, kind())) or made[-1][1],
        )
        evaluators = GenerationEvaluators(
            TrainingRunFolder(tmp_path, config(), resume=True), EvaluatorSettings()
        )
        for generation in generations:
            assert evaluators.load(generation) is evaluators.load(generation)
        paths = [path for path, _ in made]
        kept = [weakref.ref(evaluator) for _, evaluator in made]
        made.clear()
        gc.collect()
        return paths, sum(ref() is not None for ref in kept), evaluators

    return count


def test_only_the_last_used_evaluators_stay_in_memory(load):
    paths, kept, _ = load(Loaded, [0, 1, 0, 2, 0, 3, 0, 4, 5])

    assert len(paths) == 6  # generation 0 was in use all the time
    assert kept == KEPT_EVALUATORS


def test_no_graph_of_torch_is_traced_twice(load):
    paths, kept, _ = load(LoadedByTorch, [0, 1, 2, 3, 4, 0])

    assert (len(paths), kept) == (5, 5)
