"""The compiled state of Gomoku, its fast twin."""
