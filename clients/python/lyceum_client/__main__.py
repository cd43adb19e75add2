"""The commands of the client: `python -m lyceum_client --help`."""

from __future__ import annotations

import argparse
import os
import re
import sqlite3
import sys
import time
from typing import Optional, Sequence

from .client import Lyceum
from .errors import ConnectionError, LyceumError, ProblemError, UnexpectedAnswerError
from .gen.copy import KINDS, VERSION
from .sync import Failure, TryAgainLater
from .sync.compare import Comparison
from .sync.copy import Copy
from .sync.records import Records
from .sync.sync import Sync

_PAUSE_SECONDS = 3
_INTERRUPTED = 130

_HELP = """\
The copy has a table for each kind of records, with the whole record as json,
and a view of the hours by day. It can be read while it is kept, and every
command be repeated, whatever has ended it.

environment:
  LYCEUM_URL                 URL of the gateway (http://localhost:8080)
  LYCEUM_CLIENT_ID           client ID of an integration
  LYCEUM_CLIENT_SECRET       its client secret
  LYCEUM_CLIENT_SECRET_FILE  or a file that contains the client secret

examples:
  python -m lyceum_client sync --to sqlite:lyceum.db --follow
  python -m lyceum_client sync --to sqlite:lyceum.db --check"""


def main(args: Optional[Sequence[str]] = None) -> int:
    """Runs a command line. Returns the exit code: 1 if the copy differs or another process keeps it, 2 after an error."""
    parser = argparse.ArgumentParser(prog="python -m lyceum_client")
    parser.add_argument("--version", action="version", version=VERSION)
    sync = parser.add_subparsers(dest="command", required=True).add_parser(
        "sync",
        help="keep a copy of the institution in a database",
        epilog=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    sync.add_argument("--to", required=True, metavar="DATABASE", help="sqlite:FILE, which is created if it is not there")
    duration = sync.add_mutually_exclusive_group()
    duration.add_argument("--once", action="store_true", help="end when the copy has all that has happened (default)")
    duration.add_argument("--follow", action="store_true", help="do not end, but take every few seconds what happens")
    sync.add_argument("--check", action="store_true", help="compare the copy with the API; exit code 1 if they differ")
    sync.add_argument(
        "--url", default=os.environ.get("LYCEUM_URL") or "http://localhost:8080", help="URL of the gateway (LYCEUM_URL)"
    )
    sync.add_argument(
        "--client-id", default=os.environ.get("LYCEUM_CLIENT_ID"), help="client ID of an integration (LYCEUM_CLIENT_ID)"
    )
    given = parser.parse_args(args)
    try:
        return _open(given)
    except KeyboardInterrupt:
        _note("Interrupted. You can repeat the command.")
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Failure, LyceumError, sqlite3.Error, OSError) as error:
        _note(f"error: {_words(error, given, 'Try again later.')}")
        return error.exit_code if isinstance(error, Failure) else 2


def _open(given: argparse.Namespace) -> int:
    if not given.to.startswith("sqlite:") or given.to == "sqlite:":
        raise Failure("--to takes sqlite: and a file, such as sqlite:lyceum.db")
    lyceum = _client(given.url, given.client_id)
    copy = Copy(given.to[len("sqlite:") :])
    try:
        if copy.is_kept and (given.follow or not given.check):
            raise TryAgainLater("Another process keeps this copy.")
        return _keep(lyceum, copy, given)
    finally:
        copy.close()


def _client(url: str, client_id: Optional[str]) -> Lyceum:
    if not re.match("https?://[^/]", url):
        raise Failure("LYCEUM_URL must be a URL that begins with http:// or https://")
    secret, file = os.environ.get("LYCEUM_CLIENT_SECRET"), os.environ.get("LYCEUM_CLIENT_SECRET_FILE")
    if not secret and file:
        with open(file, encoding="utf-8") as opened:
            secret = opened.read().rstrip("\r\n")
    if not client_id or not secret:
        raise Failure("Set LYCEUM_CLIENT_ID and LYCEUM_CLIENT_SECRET (or LYCEUM_CLIENT_SECRET_FILE).")
    return Lyceum(base_url=url, client_id=client_id, client_secret=secret)


def _keep(lyceum: Lyceum, copy: Copy, given: argparse.Namespace) -> int:
    def catch_up() -> None:
        if copy.is_kept:
            # The process that keeps the copy takes what happens.
            time.sleep(_PAUSE_SECONDS)
        else:
            sync.catch_up()

    exit_code = 0
    sync = Sync(lyceum, copy, _note, _progress)
    if not copy.is_kept:
        copy.prepare()
        sync.begin()
    catch_up()
    for kind in KINDS if given.check else ():
        if not copy.list(kind).is_done:
            continue
        found = Comparison(kind, Records(lyceum), copy)
        in_api, different = found.run(catch_up)
        _progress("")
        print(f"{kind.name}: {in_api} in the API, {different} different")
        for id, _, why in found.differences():
            print(f"  {id}: {why}")
            exit_code = 1
        if not copy.is_kept:
            with copy.transaction():
                for id, user_id, _ in found.differences():
                    copy.add_stale(kind.name, id, user_id)
        sys.stdout.flush()
    while given.follow:
        time.sleep(_PAUSE_SECONDS)
        try:
            catch_up()
        except LyceumError as error:
            if not _is_passing(error):
                raise
            _note(_words(error, given, "It is tried again."))
    return exit_code


def _is_passing(error: LyceumError) -> bool:
    """Whether the same may succeed later, beyond what the client has repeated."""
    if isinstance(error, (ProblemError, UnexpectedAnswerError)):
        return error.status >= 500 or error.status == 429
    return True


def _words(error: BaseException, given: argparse.Namespace, advice: str) -> str:
    """What to tell the user about an expected failure."""
    if isinstance(error, ProblemError):
        if error.status == 401:
            return f"{given.url} rejects the credentials. Check LYCEUM_CLIENT_ID and LYCEUM_CLIENT_SECRET."
        return f"{given.url}: {error.status} {error.code}: {error.detail} {advice if error.status >= 500 else ''}".rstrip()
    if isinstance(error, UnexpectedAnswerError) and error.status < 500:
        return f"What answers at {given.url} is not Lyceum (status {error.status}). Set LYCEUM_URL."
    if isinstance(error, (UnexpectedAnswerError, ConnectionError)):
        reason = error.reason if isinstance(error, ConnectionError) else f"status {error.status}"
        return f"{given.url} does not answer ({reason}). {advice}"
    return f"{given.to}: {error}" if isinstance(error, sqlite3.Error) else str(error)


def _note(line: str) -> None:
    _progress("")
    print(line, file=sys.stderr)


def _progress(line: str) -> None:
    """Shows how far it has come in one line, which the next one replaces; only on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[2K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
