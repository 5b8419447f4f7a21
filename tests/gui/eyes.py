"""How colours look to eyes without one kind of cone, and how far apart they are.

Sources: Machado, Oliveira and Fernandes 2009, "A physiologically-based model for
simulation of color vision deficiency", severity 1.0, for linear red, green and blue;
Sharma, Wu and Dalal 2005, "The CIEDE2000 color-difference formula".
"""

import math

from PyQt5.QtGui import QColor

EYES = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""From linear sRGB."""

WHITE = (0.95047, 1.0, 1.08883)
"""D65."""


def linear(colour):
    """Return the light of red, green and blue in a colour."""

    def one(value):
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    made = QColor(colour)
    return tuple(one(value) for value in (made.redF(), made.greenF(), made.blueF()))


def difference(first, second, eye="usual"):
    """Return the CIEDE2000 distance of two colours as one kind of eye sees them.

    About 2 is just noticed; different colour names begin near 20.
    """
    return ciede2000(_lab(_seen(first, eye)), _lab(_seen(second, eye)))


def ciede2000(first, second):
    """Return the distance of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean_c7 = ((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - math.sqrt(mean_c7 / (mean_c7 + 25.0**7)))
    c1, h1 = _polar(a1 * (1 + g), b1)
    c2, h2 = _polar(a2 * (1 + g), b2)
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    d_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = h1 + h2 if c1 * c2 == 0 else h1 + turn / 2
    t = (
        1
        - 0.17 * _cos(h - 30)
        + 0.24 * _cos(2 * h)
        + 0.32 * _cos(3 * h + 6)
        - 0.20 * _cos(4 * h - 63)
    )
    s_light = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    s_chroma, s_hue = 1 + 0.045 * c, 1 + 0.015 * c * t
    swing = 30 * math.exp(-((((h % 360) - 275) / 25) ** 2))
    r = -2 * math.sqrt(c**7 / (c**7 + 25.0**7)) * math.sin(math.radians(2 * swing))
    chroma, hue = (c2 - c1) / s_chroma, d_hue / s_hue
    return math.sqrt(((l2 - l1) / s_light) ** 2 + chroma**2 + hue**2 + r * chroma * hue)


def _seen(colour, eye):
    light = linear(colour)
    return [min(max(value, 0.0), 1.0) for value in _times(EYES[eye], light)]


def _lab(light):
    def curve(value):
        return value ** (1 / 3) if value > 216 / 24389 else value * 841 / 108 + 4 / 29

    x, y, z = (
        curve(value / white)
        for value, white in zip(_times(TO_XYZ, light), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _polar(a, b):
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _cos(degrees):
    return math.cos(math.radians(degrees))
