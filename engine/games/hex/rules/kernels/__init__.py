"""The compiled state of Hex, its fast twin."""
