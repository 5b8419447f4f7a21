"""Which library runs a network."""

import importlib.util
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")

from engine.core.errors import NetError  # noqa: E402
from engine.games import GAMES  # noqa: E402
from engine.nn import evaluator_factory as factory  # noqa: E402
from engine.nn.common.evaluator_settings import EvaluatorSettings  # noqa: E402
from engine.nn.evaluator_factory import fastest_runtime, load_evaluator  # noqa: E402
from engine.nn.line_net.evaluator import LineEvaluator  # noqa: E402
from engine.nn.named_networks import list_shipped_networks, make_evaluator_factory  # noqa: E402
from engine.nn.onnx_net.networks import KINDS  # noqa: E402
from engine.nn.torch_net.evaluator import TorchEvaluator  # noqa: E402
from engine.players.build import build_searcher  # noqa: E402
from engine.players.preset_player import PresetPlayer  # noqa: E402
from engine.players.presets import presets  # noqa: E402
from engine.search.api import Limits  # noqa: E402
from tests.networks import GOMOKU_NETWORK, HEX_NETWORK  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_torch_thread")

find_spec = importlib.util.find_spec


@pytest.fixture
def no_cuda(monkeypatch):
    monkeypatch.setattr(factory, "has_cuda", lambda: False)


@pytest.fixture
def uninstall(monkeypatch):
    """Return a function that hides packages from ``find_spec``."""

    def hide(*packages):
        monkeypatch.setattr(
            "importlib.util.find_spec",
            lambda name: None if name in packages else find_spec(name),
        )

    return hide


@pytest.fixture
def no_onnx(no_cuda, uninstall):
    uninstall("onnxruntime")


@pytest.mark.usefixtures("no_cuda")
def test_onnx_runtime_is_taken_where_it_is_installed():
    pytest.importorskip("onnxruntime")

    assert fastest_runtime("residual") == "onnx-int8"
    assert fastest_runtime("zhang-hex") == "onnx-float32"
    assert fastest_runtime("lines") == "kernels"


def test_torch_is_taken_where_there_is_cuda(monkeypatch):
    monkeypatch.setattr(factory, "has_cuda", lambda: True)

    assert {fastest_runtime(kind) for kind in (*KINDS, "lines")} == {"torch-float32"}


@pytest.mark.usefixtures("no_onnx")
@pytest.mark.parametrize("name", [HEX_NETWORK, "zhang-hex", "ou-2020", "liu-2022-9"])
def test_without_onnx_runtime_torch_runs_every_network(name):
    evaluator = load_evaluator(list_shipped_networks()[name])

    assert isinstance(evaluator, TorchEvaluator)


@pytest.mark.usefixtures("no_cuda")
def test_without_both_libraries_there_is_one_sentence(uninstall):
    uninstall("onnxruntime", "torch")

    with pytest.raises(NetError) as caught:
        load_evaluator(list_shipped_networks()[HEX_NETWORK])

    assert str(caught.value) == (
        "Expected the package onnxruntime or torch for this engine's network, "
        "found neither."
    )


@pytest.mark.usefixtures("no_cuda")
def test_the_network_of_lines_needs_neither_library(uninstall):
    uninstall("onnxruntime", "torch")

    assert isinstance(
        load_evaluator(list_shipped_networks()[GOMOKU_NETWORK]), LineEvaluator
    )


@pytest.mark.usefixtures("no_onnx")
def test_without_onnx_runtime_its_evaluator_is_refused_with_one_sentence():
    with pytest.raises(NetError, match=r"^Expected the package onnxruntime .*\.$"):
        load_evaluator(
            list_shipped_networks()[HEX_NETWORK], EvaluatorSettings(runtime="onnx-int8")
        )


@pytest.mark.parametrize(
    ("name", "runtime"), [(GOMOKU_NETWORK, "onnx-int8"), (HEX_NETWORK, "kernels")]
)
def test_a_runtime_that_does_not_run_the_network_is_refused(name, runtime):
    with pytest.raises(NetError, match=r"^Expected an evaluator that runs .*\.$"):
        load_evaluator(
            list_shipped_networks()[name], EvaluatorSettings(runtime=runtime)
        )


def test_an_unknown_runtime_is_refused_with_one_sentence():
    with pytest.raises(NetError, match=r"^Expected an evaluator among .*'int4'\.$"):
        EvaluatorSettings(runtime="int4")


def test_a_preset_may_name_the_runtime():
    setup = GAMES["hex"].setup()

    by_torch = make_evaluator_factory(HEX_NETWORK, runtime="torch-float32")(setup)

    assert isinstance(by_torch, TorchEvaluator)
    assert by_torch is not make_evaluator_factory(HEX_NETWORK)(setup)


def test_the_runtime_of_a_preset_reaches_its_search(monkeypatch):
    mcts = presets()["mcts"]
    forced = replace(mcts, search={**mcts.search, "evaluator": "kernels"})
    monkeypatch.setattr(
        "engine.players.preset_player.find_preset", lambda _name, **_: forced
    )
    position = GAMES["hex"].new_position(GAMES["hex"].setup())
    searcher = build_searcher(PresetPlayer(preset="mcts"), "hex")

    with pytest.raises(NetError, match="kernels"):
        searcher.search(position, Limits(nodes=1))
