"""Rules, search, records and players of Pentahex; free of any user interface."""

import time

__version__ = "0.1.0"

IMPORT_TIME = time.time()
"""When this process imported the first module of the engine, seconds since 1970."""
