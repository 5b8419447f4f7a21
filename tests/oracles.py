"""Slow, obvious rules that serve as oracles for the program's own.

Boards are drawn as text: ``X`` first player, ``O`` second, ``.`` empty; rows from the
top, spaces ignored.
"""

STONES = {".": 0, "X": 1, "O": 2}


def stones_of(drawing):
    """Return height, width and the row-major stones of a drawn board."""
    rows = ["".join(line.split()) for line in drawing.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, "rows of different length"
    return len(rows), len(rows[0]), bytes(STONES[mark] for row in rows for mark in row)


def gomoku_has_line(stones, height, width, player, length, *, exact):
    """Return whether ``player`` has a winning line, by reading every line as text."""
    grid = [stones[r * width : (r + 1) * width] for r in range(height)]
    lines = [bytes(row) for row in grid]
    lines += [bytes(row[c] for row in grid) for c in range(width)]
    for offset in range(-height, width + height):
        lines.append(
            bytes(grid[r][r + offset] for r in range(height) if 0 <= r + offset < width)
        )
        lines.append(
            bytes(grid[r][offset - r] for r in range(height) if 0 <= offset - r < width)
        )
    for line in lines:
        marks = "".join("x" if stone == player else "." for stone in line)
        runs = [len(run) for run in marks.split(".")]
        if any(run == length or (run > length and not exact) for run in runs):
            return True
    return False


def gomoku_lines(height, width):
    """Return the cells of every line of the board, in order."""
    cells = [(r, c) for r in range(height) for c in range(width)]
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for r, c in cells:
            if (r - down, c - right) not in cells:
                steps = range(max(height, width))
                line = [(r + k * down, c + k * right) for k in steps]
                lines.append([y * width + x for y, x in line if (y, x) in cells])
    return lines


def hex_is_joined(stones, height, width, player):
    """Return whether ``player`` joins both edges, by walking from stone to stone."""
    own = {
        (r, c)
        for r in range(height)
        for c in range(width)
        if stones[r * width + c] == player
    }
    along = (lambda cell: cell[0]) if player == 1 else (lambda cell: cell[1])
    goal = (height if player == 1 else width) - 1
    reached = {cell for cell in own if along(cell) == 0}
    while True:
        touching = {
            (r, c)
            for r, c in own - reached
            for near in reached
            if (r - near[0], c - near[1])
            in {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}
        }
        if not touching:
            return any(along(cell) == goal for cell in reached)
        reached |= touching
