"""Whatever arrives, the server stays, and answers what is a command."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.servers.doubles import converse, make_gomocup, make_htp

WORDS = st.sampled_from(
    [
        *("START 15", "RECTSTART 9,7", "RESTART", "BEGIN", "BOARD", "SWAP2BOARD"),
        *("DONE", "TURN 7,7", "TURN 3 3", "PLAY 1,1", "TAKEBACK 7,7", "ABOUT"),
        *("7,7,1", "8,8,2", "1,1,3", "2,3", "INFO rule 1", "INFO rule 9", "STOP"),
        *("INFO timeout_turn 0", "INFO time_left -5", "INFO max_memory 1", "TURN"),
    ]
)

HEX_WORDS = st.sampled_from(
    [
        *("boardsize 5 4", "boardsize 3", "clear_board", "play b a1", "play w b2"),
        *("play w swap-pieces", "play w swap-sides", "play b resign", "genmove b"),
        *("genmove w", "reg_genmove w", "undo", "showboard", "final_score", "name"),
        *("time_settings 1 1 1", "time_left b 3 1", "set_time 0", "param_game"),
        *("param_game allow_swap 1", "all_legal_moves", "pentahex-visits", "play"),
        *("pentahex-line", "loadsgf /", "1 2 3", "known_command", "list_commands"),
    ]
)

TEXTS = st.text(st.characters(exclude_characters="\r\n"), max_size=30)


def commands_of(lines):
    """Return the lines that HTP answers."""
    clean = (re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line) for line in lines)
    return [line for line in clean if line.partition("#")[0].strip()]


@given(st.lists(WORDS | TEXTS.filter(lambda text: text.upper().split()[:1] != ["END"])))
def test_gomocup_goes_on_after_any_lines(lines):
    transcript = converse(make_gomocup, ["START 7", *lines, "DONE", "START 6", "ABOUT"])

    assert transcript[-1].startswith('< name="Pentahex"')


@given(st.lists(WORDS))
def test_gomocup_answers_in_words_of_the_protocol(lines):
    transcript = converse(make_gomocup, ["START 8", *lines])

    words = r"OK|ERROR \S.*|UNKNOWN \S.*|MESSAGE \S.*|SWAP|name=.*|\d+,\d+( \d+,\d+)*"
    written = [line[2:] for line in transcript if line.startswith("<")]
    assert [line for line in written if not re.fullmatch(words, line)] == []


@given(st.lists(HEX_WORDS | TEXTS))
def test_htp_answers_every_command_once(lines):
    lines = [line for line in lines if "quit" not in line.lower()]

    transcript = converse(make_htp, lines)

    written = "\n".join(line[2:] for line in transcript if line.startswith("<"))
    responses = [text for text in written.split("\n\n") if text.strip()]
    assert len(responses) == len(commands_of(lines))
    assert all(re.match(r"[=?]\d* ?", text) for text in responses)
