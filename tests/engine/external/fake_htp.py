"""An HTP program for the tests: well-behaved, or bad in one way.

Usage: fake_htp.py LOG [MODE...]. It appends each command that it reads to LOG, and
plays the first empty cell.
"""

import sys
import time

log_name, *modes = sys.argv[1:]
log = open(log_name, "a", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115
width = height = 0
stones = {}
moves = 0


def respond(number, text="", mark="="):
    number = "" if "no-numbers" in modes else number
    end = "\n" if "no-end" in modes else "\n\n"
    if "tight" in modes:
        sys.stdout.write(f"{mark}{text}{end}")
    else:
        sys.stdout.write(f"{mark}{number} {text}{end}")
    sys.stdout.flush()


def answer(colour):
    """Return the response to ``genmove``."""
    if "resigns" in modes:
        return "resign"
    if "garbage" in modes:
        return "pass"
    if "occupied" in modes and stones:
        return next(iter(stones))
    if "swaps" in modes and len(stones) == 1:
        return "swap-pieces"
    cells = [
        f"{chr(ord('a') + column)}{row + 1}"
        for row in range(height)
        for column in range(width)
    ]
    cell = next(name for name in cells if name not in stones)
    stones[cell] = colour
    return cell.upper() if "loud" in modes else cell


for line in sys.stdin:
    log.write(line.split(" ", 1)[1])
    number, command, *arguments = line.split()
    if command == "list_commands":
        if "secretive" not in modes:
            respond(number, "list_commands\nset_time\ntime_left\nparam_game\nplay")
        else:
            respond(number, "unknown command", "?")
    elif command == "boardsize":
        if "refuses" in modes or ("one-size" in modes and len(arguments) > 1):
            respond(number, "unacceptable size", "?")
        else:
            width, height = int(arguments[0]), int(arguments[-1])
            respond(number)
    elif command == "clear_board":
        stones.clear()
        respond(number)
    elif command == "play":
        stones[arguments[1]] = arguments[0]
        respond(number)
    elif command == "genmove":
        if "mute" in modes:
            time.sleep(600)
        if "crash" in modes:
            sys.exit(4)
        sys.stdout.write("# thinking\n")
        respond(number, answer(arguments[0]))
    elif command == "name":
        respond(number, "Fake")
    elif command == "quit":
        respond(number)
        break
    else:
        respond(number)
