"""Record files for the tests."""

from engine.games import GAMES
from engine.records import files
from engine.records.model.record import GameRecord


def save_record(path, game, names, **options):
    setup = GAMES[game].setup(options=options)
    record, node = GameRecord(setup=setup), 0
    for name in names:
        record, node = record.with_move(node, GAMES[game].parse_cell(setup, name))
    files.save(record, path)
    return path
