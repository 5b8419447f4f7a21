"""A Gomocup program for the tests: well-behaved, or bad in one way.

Usage: fake_gomocup.py LOG [MODE...]. It appends each line that it reads to LOG, and
plays the first empty cell. A mode such as ``swap2:3:SWAP`` is its answer to SWAP2BOARD
with so many stones.
"""

import os
import subprocess
import sys
import time

LONG = 600
DEAF_SECONDS = 0.03

CHATTER = (
    "",
    "depth 1 value 0",
    "MESSAGE thinking",
    "ERROR a little one",
    "DEBUG " + "x" * 100_000,
)


def say(text):
    os.write(1, f"{text}\r\n".encode())


class Program:
    def __init__(self, log, modes):
        self.log = log
        self.modes = modes
        self.rest = b""
        self.width = self.height = 0
        self.stones = set()
        self.deaf_until = 0.0
        self.is_opening = False

    def lines(self):
        """Yield the lines of the input; a deaf program loses the first word of some."""
        while True:
            while b"\n" not in self.rest:
                chunk = os.read(0, 4096)
                if not chunk:
                    return
                if "deaf" in self.modes and time.monotonic() < self.deaf_until:
                    chunk = chunk.split(b" ", 1)[-1]
                self.rest += chunk
            line, self.rest = self.rest.split(b"\n", 1)
            text = line.decode().strip()
            self.log.write(f"{text}\n")
            yield text

    def run(self):
        """Obey every line until the end."""
        for text in self.lines():
            word, _, argument = text.partition(" ")
            if word == "END" and "stays" not in self.modes:
                return
            if word.count(",") == 2:
                x, y, _ = word.split(",")
                self.stones.add((int(x), int(y)))
            elif word in {"BEGIN", "DONE"}:
                self.open() if self.is_opening else self.move()
            elif self.is_opening and "," in word:
                self.stones.add(tuple(map(int, word.split(","))))
            else:
                command = getattr(self, f"obey_{word.lower()}", None)
                if command is not None:
                    command(argument)
        if "stays" in self.modes:
            time.sleep(LONG)

    def obey_start(self, argument):
        if "silent" in self.modes:
            return
        sizes = [int(number) for number in argument.split(",")]
        self.width, self.height = sizes[0], sizes[-1]
        self.stones.clear()
        say("ERROR unsupported size" if "refuses" in self.modes else "OK - ready")

    obey_rectstart = obey_start

    def obey_restart(self, _argument):
        if "no-restart" not in self.modes:
            self.stones.clear()
            say("OK")

    def obey_about(self, _argument):
        say('name="Fake", version="1.0", author="nobody", country="NN"')

    def obey_board(self, _argument):
        self.stones.clear()

    def obey_swap2board(self, _argument):
        self.stones.clear()
        self.is_opening = True

    def open(self):
        """Answer SWAP2BOARD."""
        self.is_opening = False
        if "silent-swap2" in self.modes:
            return
        if "slow-swap2" in self.modes:
            time.sleep(0.8)
        mark = f"swap2:{len(self.stones)}:"
        for mode in self.modes:
            if mode.startswith(mark):
                say(mode.removeprefix(mark))
                return
        if self.stones:
            self.move()
        else:
            say("0,0 1,0 2,0")

    def obey_turn(self, argument):
        self.stones.add(tuple(map(int, argument.split(","))))
        self.move()

    def obey_play(self, argument):
        self.stones.add(tuple(map(int, argument.split(","))))
        say(argument)

    def move(self):
        """Print a move, or what the mode has in its place."""
        for mode in self.modes:
            getattr(self, f"think_{mode}", str)()
        cells = [(x, y) for y in range(self.height) for x in range(self.width)]
        x, y = next(cell for cell in cells if cell not in self.stones)
        texts = {
            "garbage": "I would rather not",
            "occupied": "0,0",
            "outside": f"{self.width},0",
            "suggests": f"SUGGEST {x},{y}",
            "no-crlf": f" {x} , {y}\r",
        }
        mode = next((mode for mode in self.modes if mode in texts), None)
        if mode == "no-crlf":
            os.write(1, texts[mode].encode())
        else:
            say(texts.get(mode, f"{x},{y}"))
        if mode != "suggests":
            self.stones.add((x, y))
        self.deaf_until = time.monotonic() + DEAF_SECONDS

    def think_crash(self):
        os.write(2, b"out of cheese\n")
        sys.exit(3)

    def think_stumbles(self):
        """End at the second move, but only once."""
        self.log.flush()
        with open(self.log.name, encoding="utf-8") as log:  # noqa: PTH123
            has_stumbled = "stumbled" in log.read()
        if len(self.stones) > 1 and not has_stumbled:
            self.log.write("stumbled\n")
            self.think_crash()

    def think_mute(self):
        time.sleep(LONG)

    def think_slow(self):
        time.sleep(0.4)

    def think_flood(self):
        while True:
            say("MESSAGE " + "all is well " * 100)

    def think_chatty(self):
        for text in CHATTER:
            say(text)

    def think_thinks(self):
        """Wait for a word that stops the search."""
        for text in self.lines():
            if text == "YXSTOP" and "unknown-stop" in self.modes:
                say("UNKNOWN command")
            elif text in {"YXSTOP", "STOP"}:
                return


def main():
    log_name, *modes = sys.argv[1:]
    with open(log_name, "a", encoding="utf-8", buffering=1) as log:  # noqa: PTH123
        if "child" in modes:
            child = subprocess.Popen(["sleep", str(LONG)])
            log.write(f"{os.getpid()} {child.pid}\n")
        if "closes-input" in modes:
            os.close(0)
            time.sleep(LONG)
        Program(log, modes).run()


main()
