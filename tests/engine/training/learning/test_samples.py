import contextlib
import json
import pickle
import tracemalloc
import zipfile
from functools import cache
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import SamplesError
from engine.core.types import Player
from engine.games import GAMES
from engine.training.learning.samples import (
    Samples,
    concatenate,
    load_samples,
    read_summary,
    save_samples,
)
from engine.training.self_play.generation_games import (
    load_unfinished_games,
    save_unfinished_games,
)
from engine.training.self_play.self_play import UnfinishedGame


def some(count=20, game="hex", height=4, width=6):
    rng = np.random.default_rng(1)
    setup = GAMES[game].setup(height=height, width=width)
    cells = rng.integers(0, 3, (count, setup.cell_count)).astype(np.int8)
    cells[:, 5] = 0
    policy = rng.random(cells.shape).astype(np.float32) * (cells == 0)
    return Samples(
        setup=setup,
        cells=cells,
        to_move=rng.integers(1, 3, count).astype(np.int8),
        last_move=rng.integers(-1, setup.cell_count, count).astype(np.int16),
        policy=policy / policy.sum(axis=1, keepdims=True),
        value=rng.uniform(-1, 1, count).astype(np.float32),
        result=rng.integers(-1, 2, count).astype(np.float32),
        game=np.arange(count, dtype=np.int32),
    )


def test_a_shard_gives_back_what_was_saved(tmp_path):
    samples = some()

    save_samples(tmp_path / "shard.npz", samples, {"engine": "uct"})
    again = load_samples(tmp_path / "shard.npz")

    assert again.setup == samples.setup
    for name in ("cells", "to_move", "last_move", "result", "game"):
        assert np.array_equal(getattr(again, name), getattr(samples, name))
    assert np.allclose(again.policy, samples.policy, atol=0.003)
    assert np.allclose(again.policy.sum(axis=1), 1, atol=1e-6)
    assert np.allclose(again.value, samples.value, atol=0.001)


def test_a_position_without_a_policy_label_is_saved_without_one(tmp_path):
    samples = some()
    samples.policy[3] = 0

    save_samples(tmp_path / "shard.npz", samples, {})
    again = load_samples(tmp_path / "shard.npz")

    assert not again.policy[3].any()
    assert np.allclose(again.policy, samples.policy, atol=0.003)


def test_a_shard_is_small(tmp_path):
    setup = GAMES["hex"].setup()
    empty = np.zeros((500, setup.cell_count), np.int8)
    one = np.zeros(500, np.int8) + 1
    policy = np.full(empty.shape, 1 / setup.cell_count, np.float32)
    flat = np.zeros(500, np.float32)

    save_samples(
        tmp_path / "shard.npz",
        Samples(
            setup=setup,
            cells=empty,
            to_move=one,
            last_move=one.astype(np.int16),
            policy=policy,
            value=flat,
            result=flat,
            game=one.astype(np.int32),
        ),
        {},
    )

    assert (tmp_path / "shard.npz").stat().st_size < 500 * 20


def test_joined_samples_keep_their_order():
    samples = some()

    again = concatenate([samples.rows(np.arange(5)), samples.rows(np.arange(5, 20))])

    assert np.array_equal(again.cells, samples.cells)
    assert len(again) == 20


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-40])


def with_a_stone_to_play_on(path):
    columns = dict(np.load(path))
    columns["policy"] += 1
    np.savez(path, **columns)


def with_one_position_less(path):
    columns = dict(np.load(path))
    columns["value"] = columns["value"][1:]
    np.savez(path, **columns)


def with_another_format(path):
    columns = dict(np.load(path))
    about = json.loads(str(columns["about"])) | {"format": "else"}
    columns["about"] = np.array(json.dumps(about))
    np.savez(path, **columns)


def with_a_move_off_the_board(path):
    columns = dict(np.load(path))
    columns["last_move"][3] = 24
    np.savez(path, **columns)


def with_a_value_that_is_no_number(path):
    columns = dict(np.load(path))
    columns["value"][3] = np.nan
    np.savez(path, **columns)


def with_gigabytes_of_nothing(path):
    path.write_bytes(gigabytes_of_nothing(tuple(np.load(path))))


@cache
def gigabytes_of_nothing(names):
    content = BytesIO()
    quick = {"compression": zipfile.ZIP_DEFLATED, "compresslevel": 1}
    with zipfile.ZipFile(content, "w", **quick) as archive:
        for name in names:
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                for _ in range(100):
                    member.write(bytes(1 << 20))
    return content.getvalue()


def with_a_shape_of_gigabytes(path):
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999,), }"
    content = BytesIO()
    content.write(b"\x93NUMPY\x01\x00" + (len(header) + 1).to_bytes(2, "little"))
    content.write(header.encode() + b"\n")
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("about", "cells", "game"):
            archive.writestr(f"{name}.npy", content.getvalue())


def with_one_bit_flipped(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 4
    path.write_bytes(content)


def with_deep_nesting(path):
    columns = dict(np.load(path))
    columns["about"] = np.array("[" * 100_000)
    np.savez(path, **columns)


def with_pickles(path):
    np.savez(path, about=np.array([{"format": 1}], dtype=object))


@pytest.mark.parametrize(
    "damage",
    [
        cut_short,
        with_a_stone_to_play_on,
        with_one_position_less,
        with_another_format,
        with_a_move_off_the_board,
        with_a_value_that_is_no_number,
        with_gigabytes_of_nothing,
        with_a_shape_of_gigabytes,
        with_one_bit_flipped,
        with_deep_nesting,
        with_pickles,
        lambda path: path.write_bytes(pickle.dumps([1])),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
    ],
)
def test_a_damaged_shard_is_refused_with_one_sentence(tmp_path, damage):
    path = tmp_path / "shard.npz"
    save_samples(path, some(), {})
    damage(path)

    with pytest.raises(SamplesError, match=r"^Expected a file of samples at .*shard"):
        load_samples(path)


@pytest.mark.parametrize(
    "damage", [with_gigabytes_of_nothing, with_a_shape_of_gigabytes]
)
def test_a_shard_that_would_fill_the_memory_is_not_unpacked(tmp_path, damage):
    path = tmp_path / "shard.npz"
    save_samples(path, some(), {})
    damage(path)

    tracemalloc.start()
    for read in (load_samples, read_summary):
        with pytest.raises(SamplesError):
            read(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert peak < 20 << 20


def unfinished_games():
    """Return two games under way that have taught something."""
    found = some(4, height=4, width=4)
    found.game[:] = [3, 3, 5, 5]
    return [
        UnfinishedGame(
            number=number,
            moves=(0, 5, 10),
            searched=2,
            decided_count=2,
            leader=Player.SECOND,
            samples=found.rows(found.game == number),
        )
        for number in (3, 5)
    ]


@pytest.mark.parametrize(
    "entry",
    [
        {"number": 3},
        {"number": None, "moves": [], "searched": 0, "sure": 0, "leader": None},
        {"number": 3, "moves": ["x"], "searched": 0, "sure": 0, "leader": None},
        {"number": 3, "moves": 7, "searched": 0, "sure": 0, "leader": None},
        {"number": 3, "moves": [0, 0], "searched": 0, "sure": 0, "leader": None},
        {"number": 3, "moves": [99], "searched": 0, "sure": 0, "leader": None},
        {"number": 1e400, "moves": [], "searched": 0, "sure": 0, "leader": None},
        {"number": 3, "moves": [], "searched": 0, "sure": 1, "leader": 3},
        [],
        None,
    ],
)
def test_damaged_games_under_way_are_named(tmp_path, entry):
    path = tmp_path / "open-4.npz"
    save_samples(path, some(height=4, width=4), {"open": [entry]})

    with pytest.raises(SamplesError, match=r"open-4\.npz, got: "):
        load_unfinished_games(path)


def test_games_under_way_are_needed(tmp_path):
    path = tmp_path / "open-4.npz"
    save_samples(path, some(height=4, width=4), {})

    with pytest.raises(SamplesError, match=r"open-4\.npz, got: "):
        load_unfinished_games(path)


BYTES = st.binary(max_size=4) | st.sampled_from([b"PK\x05\x06", b"\xff" * 4, b"{"])


@given(data=st.data())
@settings(max_examples=120, deadline=None)
def test_no_damage_raises_anything_but_a_samples_error(data, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "open-4.npz"
    save_unfinished_games(path, unfinished_games())
    content = path.read_bytes()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(len(content), start + 4)))
        content = content[:start] + data.draw(BYTES) + content[end:]
    path.write_bytes(content)

    for read in (load_samples, read_summary, load_unfinished_games):
        with contextlib.suppress(SamplesError):
            read(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["number", "moves", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = ("format", "game", "height", "width", "options", "open")


@given(key=st.sampled_from(KEYS), value=JSON)
@settings(max_examples=80, deadline=None)
def test_no_header_raises_anything_but_a_samples_error(key, value, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "open-4.npz"
    save_unfinished_games(path, unfinished_games())
    columns = dict(np.load(path))
    about = json.loads(str(columns["about"])) | {key: value}
    columns["about"] = np.array(json.dumps(about))
    np.savez(path, **columns)

    for read in (load_samples, load_unfinished_games):
        with contextlib.suppress(SamplesError):
            read(path)
