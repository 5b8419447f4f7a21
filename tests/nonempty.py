"""A guard of loops that would check nothing without values."""


def nonempty(values):
    """Return the values as a list, of which there is at least one."""
    values = list(values)
    assert values, "Expected values to check."
    return values
