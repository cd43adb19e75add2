import unittest

from lyceum_client.retry import RetryPolicy, Spent, next_wait

POLICY = RetryPolicy(repeats=8, budget=float("inf"))


class Waits(unittest.TestCase):
    def test_depend_on_the_end_of_the_attempt(self):
        # The same table as in client/src/http/retry.test.ts.
        for status, retry_after, expected in (
            (201, None, None),
            (409, None, None),
            (404, None, None),
            (412, None, None),
            (401, None, None),
            (302, None, None),
            (429, 17, (17, Spent(0, 17))),
            (429, None, (0.5, Spent(1, 0.5))),
            (409, 1, (1, Spent(1, 1))),
            (503, 1, (1, Spent(1, 1))),
            (503, 120, (120, Spent(1, 120))),
            (500, None, (0.5, Spent(1, 0.5))),
            (None, None, (0.5, Spent(1, 0.5))),
        ):
            with self.subTest(status=status, retry_after=retry_after):
                self.assertEqual(next_wait(status, retry_after, Spent(), POLICY, 0), expected)

    def test_double_up_to_half_a_minute(self):
        waits = [next_wait(None, None, Spent(failures), POLICY, 1) for failures in range(9)]
        self.assertEqual([each and each[0] for each in waits], [0.25, 0.5, 1, 2, 4, 8, 15, 15, None])

    def test_stay_within_the_budget(self):
        self.assertIsNone(next_wait(429, 60, Spent(0, 31), RetryPolicy(), 0))
        self.assertIsNone(next_wait(429, 1, Spent(), RetryPolicy(repeats=0), 0))
