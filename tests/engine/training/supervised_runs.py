"""A small supervised run and its games."""

from engine.nn.common.encoding import FramedPlanes
from engine.training.learning.dataset import Dataset
from engine.training.run.config import parse_config
from engine.training.supervised.engine_games import play_game

SMALL = {"blocks": 1, "channels": 8, "pooled": 4}


def config(game="gomoku", **train):
    """Return the configuration of a run on two small boards."""
    is_gomoku = game == "gomoku"
    data = {
        **{"engine": "alphabeta:2" if is_gomoku else "uct:2", "nodes": 40},
        **{"games": 12, "games_per_shard": 3, "opening_plies": [1, 3]},
        "sizes": {"5": 1, "5x7": 1} if is_gomoku else {"4": 1, "3x5": 1},
        "options": {"line_length": "4"} if is_gomoku else {},
    }
    table = {
        **{"steps": 12, "batch_size": 8, "checkpoint_interval": 5, "warm_up_steps": 3},
        **{"validation_batches": 2, "validation_share": 0.25, "threads": 1},
    }
    return parse_config(
        {
            **{"game": game, "name": "test", "data": data, "train": table | train},
            "net": {"parameters": SMALL},
        }
    )


def play_games(game="gomoku", *, rounds=6):
    """Return the games of a small run, each a shard."""
    run = config(game)
    return [
        play_game(run.data, setup, number=n, seed=0)
        for n in range(rounds)
        for setup in run.setups()
    ]


def dataset(shards, game="gomoku"):
    """Return the games as a data set, a third of them for validation."""
    return Dataset(
        shards, FramedPlanes(game), validation_share=0.3, search_share=0.5, seed=1
    )
