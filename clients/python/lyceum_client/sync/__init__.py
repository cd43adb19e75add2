"""Keeps a copy of an institution in SQLite. The TypeScript command `sync` can go on with its file, and the reverse."""


class Failure(Exception):
    """An expected failure; its message is for the user."""

    exit_code = 2


class TryAgainLater(Failure):
    """The command cannot be done at present, although nothing is wrong with it."""

    exit_code = 1
