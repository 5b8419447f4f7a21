"""The file of the value network, as the search loads it."""

import numpy as np
from safetensors.numpy import load_file, save_file

from engine.core.files.paths import resources
from engine.games.gomoku.value_network.network_weights import load_value_network


def test_a_network_that_has_changed_is_loaded_again(tmp_path):
    file = tmp_path / "net.safetensors"
    tensors = load_file(resources() / "nets" / "gomoku-4.safetensors")
    save_file(tensors, file)
    before = load_value_network(file)
    assert load_value_network(file) is before

    bias = np.full_like(tensors["last.bias"], 2)
    save_file({**tensors, "last.bias": bias}, tmp_path / "new")
    (tmp_path / "new").replace(file)

    assert load_value_network(file).head["last_bias"][0] == 2
    assert before.head["last_bias"][0] != 2
