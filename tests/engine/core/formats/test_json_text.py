import json

import pytest

from engine.core.formats.json_text import is_number, parse_json, without_negative_zeros


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, '"\\ud800"', '{"\\udfff": 1}']
)
def test_a_damaged_text_is_one_kind_of_error(text):
    for form in (text, text.encode()):
        with pytest.raises(ValueError, match=r"\w"):
            parse_json(form)


@pytest.mark.parametrize("value", ["𝄞", {"\u00e9": [1, None]}, 10**400])
def test_a_whole_text_has_its_value(value):
    assert parse_json(json.dumps(value)) == value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400, "1", None, []])
def test_what_does_not_fit_a_float_is_no_number(value):
    assert not is_number(value)
    assert is_number(-1.5)


def test_zeros_have_no_sign_at_any_depth():
    value = {"value": -0.0, "moves": [{"value": -0.0}, {"value": -0.5}], "pv": ("h8",)}

    text = json.dumps(without_negative_zeros(value))

    assert text == (
        '{"value": 0.0, "moves": [{"value": 0.0}, {"value": -0.5}], "pv": ["h8"]}'
    )
