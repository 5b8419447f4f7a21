"""Time controls, and the clock that counts them down."""
