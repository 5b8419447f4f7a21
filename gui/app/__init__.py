"""Start and end of the process: application object, single instance, log, crashes."""
