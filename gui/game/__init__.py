"""The running game behind the window: match, engines, clocks, hints, analysis."""
