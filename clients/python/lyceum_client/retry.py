"""When a request is sent again."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 30.0


class RetryPolicy(NamedTuple):
    """The limits of retries. The default is enough for one wait for the rate limit, whose window is a minute."""

    repeats: int = 5
    """The maximum number of retries after failures; waiting for the rate limit does not count as one. 0 disables retries."""
    budget: float = 90.0
    """The total time that a request can wait, in seconds; if the next wait would exceed it, the request fails at once."""


class Spent(NamedTuple):
    """What the attempts of a request have used so far."""

    failures: int = 0
    waited: float = 0.0


def next_wait(
    status: Optional[int], retry_after: Optional[float], spent: Spent, policy: RetryPolicy, chance: float
) -> Optional[Tuple[float, Spent]]:
    """
    The wait before the next attempt and what is spent after it, or None if there is none. A request is retried after a 429 and a 5xx, without a
    response (status None), and while another request with the same key is running (409 with Retry-After). Waits double from half a second to 30
    seconds, minus up to a half at random (`chance`, 0 to 1), and are never shorter than Retry-After.
    """
    is_limited = status == 429
    is_transient = status is None or status >= 500 or (status == 409 and retry_after is not None)
    if policy.repeats == 0 or not (is_limited or is_transient):
        return None
    # A limit without Retry-After is from a proxy: retrying without counting could go on forever.
    if is_limited and retry_after is not None:
        wait, failures = retry_after, spent.failures
    elif spent.failures >= policy.repeats:
        return None
    else:
        backoff = min(_FIRST_WAIT * 2**spent.failures, _LONGEST_WAIT) * (1 - chance / 2)
        wait, failures = max(retry_after or 0.0, backoff), spent.failures + 1
    after = Spent(failures, spent.waited + wait)
    return (wait, after) if after.waited <= policy.budget else None
