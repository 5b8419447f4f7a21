"""Headers of weight files, whole and damaged."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import EngineError, NetError
from engine.core.files.paths import resources
from engine.games import GAMES
from engine.nn.common.net_info import read_info
from engine.players.presets import list_presets

FILES = sorted((resources() / "nets").glob("*.safetensors"))


def written(path, header):
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    return path


def metadata_of(path):
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    return json.loads(content[8 : 8 + length])["__metadata__"]


def with_metadata(path, **changes):
    metadata = metadata_of(FILES[0]) | changes
    return written(path, json.dumps({"__metadata__": metadata}).encode())


def test_every_network_that_is_shipped_is_played_by_a_preset():
    played = {
        net
        for game in GAMES
        for preset in list_presets(game)
        for level in range(1, preset.top_level + 1)
        for net in preset.at_level(game, level).nets
    }

    assert {path.stem for path in FILES} == played


@pytest.mark.parametrize(
    "header",
    [
        b"[" * 100_000,
        b'{"__metadata__": ' + b'{"a":' * 50_000,
        b"[]",
        b'{"__metadata__": []}',
        b'{"__metadata__": null}',
        b"\xff",
        b"",
    ],
)
def test_a_damaged_header_is_refused_with_one_sentence(tmp_path, header):
    path = written(tmp_path / "own.safetensors", header)

    with pytest.raises(NetError, match=r"^Expected a network in .*own\.safetensors, "):
        read_info(path)


@pytest.mark.parametrize(
    "changes",
    [
        {"sizes": "[]"},
        {"sizes": '["large"]'},
        {"sizes": "3"},
        {"rules": "[" * 100_000},
        {"game": 3},
        {"training": "[]"},
    ],
)
def test_a_damaged_description_is_refused_with_one_sentence(tmp_path, changes):
    path = with_metadata(tmp_path / "own.safetensors", **changes)

    with pytest.raises(NetError, match=r"^Expected a network in .*own\.safetensors, "):
        read_info(path)


PIECES = st.sampled_from([b"[", b"{", b'"', b"null", b"1e999", b":", b",", b"\x00"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_damage_raises_anything_but_a_net_error(path, data, tmp_path_factory):
    metadata = metadata_of(path)
    header = json.dumps({"__metadata__": metadata}).encode()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(header)))
        end = data.draw(st.integers(start, min(len(header), start + 6)))
        piece = data.draw(PIECES | st.binary(max_size=2))
        header = header[:start] + piece + header[end:]
    own = written(tmp_path_factory.getbasetemp() / "own.safetensors", header)

    with contextlib.suppress(NetError):
        info = read_info(own)
        for game in GAMES.values():
            info.fits(game.setup())
        with contextlib.suppress(EngineError):  # another game or size
            info.usual_setup()
