"""One module for each command of the command line.

A command module has a ``SUMMARY``, ``add_arguments(parser)`` and ``run(arguments)``,
which returns the exit status. It imports what is slow only when it runs.
"""
