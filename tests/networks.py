"""Networks of ``mcts``, read from its preset: a stronger one changes no test."""

from engine.players.presets import shipped_presets


def _network_of(game):
    (name,) = shipped_presets()["mcts"].for_game(game).nets
    return name


HEX_NETWORK = _network_of("hex")

GOMOKU_NETWORK = _network_of("gomoku")
