import os
import unittest
import uuid
from datetime import datetime, timedelta, timezone

import lyceum_client
from bench import Bench, new_user
from lyceum_client import ForbiddenError, NotModified, ProblemError, RetryPolicy, UnexpectedAnswerError

PROBLEM = {"content-type": "application/problem+json"}
UNAVAILABLE = (503, {**PROBLEM, "retry-after": "1"}, b'{"status":503,"code":"internal_error","detail":"Down."}')
BAD_GATEWAY = (502, {"content-type": "text/html"}, b"<h1>Bad gateway</h1>")
LIMITED = (429, {**PROBLEM, "retry-after": "60"}, b'{"status":429,"code":"rate_limit_exceeded","detail":"Later."}')


class Creates(unittest.TestCase):
    def test_take_effect_once_through_outages(self):
        bench = Bench()
        bench.opener.fates = ["lost", UNAVAILABLE, BAD_GATEWAY, "answer-lost"]
        user = new_user()
        answer = bench.lyceum.users.create(user)
        self.assertEqual((answer.status, answer.is_replayed, answer.data["email"]), (201, True, user["email"]))
        self.assertEqual((len(bench.keys), len(set(bench.keys)), len(bench.waits)), (5, 1, 4))
        self.assertEqual(bench.waits[1], 1)

    def test_have_a_new_key_or_the_given_one(self):
        bench = Bench()
        user = new_user()
        first = bench.lyceum.users.create(user, idempotency_key=user["email"])
        again = bench.lyceum.users.create(user, idempotency_key=user["email"])
        self.assertEqual((again.is_replayed, again.data, again.meta), (True, first.data, first.meta))
        with self.assertRaises(ProblemError) as caught:
            bench.lyceum.users.create(user)
        self.assertEqual((caught.exception.status, caught.exception.code, caught.exception.attempts), (409, "conflict", 1))
        self.assertEqual(len(set(bench.keys)), 2)


class ChangesAndDeletes(unittest.TestCase):
    def test_are_done_once_and_answered_when_answers_are_lost(self):
        bench = Bench()
        user = bench.lyceum.users.create(new_user())
        bench.opener.fates = ["answer-lost"]
        changed = bench.lyceum.users.update(user.data["id"], {"name": "Bea"}, if_match=user.etag)
        self.assertEqual((changed.is_replayed, changed.data["name"]), (True, "Bea"))
        endpoint = bench.lyceum.webhook_endpoints.create({"url": "http://127.0.0.1:9/"})
        bench.opener.fates = ["answer-lost"]
        deleted = bench.lyceum.webhook_endpoints.delete(endpoint.data["id"], if_match="*", idempotency_key="delete")
        self.assertEqual((deleted.status, deleted.is_replayed, bench.keys[-1]), (204, True, "delete"))


class DryRuns(unittest.TestCase):
    def test_answer_and_write_nothing(self):
        bench = Bench()
        user = new_user()
        bench.opener.fates = ["answer-lost"]
        tried = bench.lyceum.users.create(user, dry_run=True)
        self.assertEqual((tried.status, tried.headers["dry-run"], tried.data["email"]), (201, "true", user["email"]))
        self.assertEqual(list(bench.lyceum.users.list(email=user["email"])), [])
        real = bench.lyceum.users.create(user)
        self.assertNotIn("dry-run", real.headers)
        with self.assertRaises(ProblemError) as caught:
            bench.lyceum.users.create(user, dry_run=True)
        self.assertEqual((caught.exception.status, caught.exception.code), (409, "conflict"))

    def test_are_no_argument_of_what_cannot_be_tried(self):
        with self.assertRaisesRegex(TypeError, "^createWebhookEndpoint takes no argument 'dry_run'"):
            Bench().lyceum.webhook_endpoints.create({}, dry_run=True)


class Bodies(unittest.TestCase):
    def test_take_instants_with_their_zone(self):
        lyceum = Bench().lyceum
        member = {"userId": lyceum.users.create(new_user()).data["id"]}
        at = datetime(2026, 10, 5, 8, tzinfo=timezone(timedelta(hours=2)))
        self.assertEqual(lyceum.time_tracking.sessions.start({**member, "at": at}).data["startTime"], "2026-10-05T06:00:00.000Z")
        with self.assertRaisesRegex(ValueError, "^the body has a datetime without a time zone"):
            lyceum.time_tracking.sessions.stop({**member, "at": at.replace(tzinfo=None)})
        with self.assertRaisesRegex(TypeError, "^a body cannot have a set"):
            lyceum.time_tracking.sessions.stop({**member, "code": {"x"}})


class Failures(unittest.TestCase):
    def test_are_problems_with_their_faults(self):
        bench = Bench()
        with self.assertRaises(ProblemError) as caught:
            bench.lyceum.users.create({"email": "none", "name": ""}, request_id="my-request")
        error = caught.exception
        self.assertEqual((error.operation_id, error.status, error.request_id), ("createUser", 422, "my-request"))
        self.assertEqual([fault["pointer"] for fault in error.errors], ["/email", "/name"])
        self.assertTrue(error.problem["type"].endswith("/errors/validation_failed"))
        self.assertRegex(str(error), "^createUser: 422 validation_failed: .")
        self.assertEqual(bench.waits, [])

    def test_of_credentials_do_not_show_them(self):
        with self.assertRaises(ProblemError) as caught:
            Bench(client_secret="not:thø-secret").lyceum.users.get("x")
        self.assertEqual(caught.exception.code, "unauthorized")
        self.assertNotIn("thø", repr(vars(caught.exception)))

    def test_name_the_area_that_is_missing(self):
        bench = Bench()
        for members, area in ((b',"area":"courses"', "courses"), (b"", None)):
            bench.opener.fates = [(403, PROBLEM, b'{"status":403,"code":"forbidden","detail":"No."' + members + b"}")]
            with self.assertRaises(ForbiddenError) as caught:
                bench.lyceum.courses.get("x")
            self.assertEqual((caught.exception.area, caught.exception.attempts), (area, 1))

    def test_end_the_retries(self):
        bench = Bench(retry=RetryPolicy(repeats=2))
        for fate, expected in (("lost", lyceum_client.ConnectionError), (UNAVAILABLE, ProblemError), (BAD_GATEWAY, UnexpectedAnswerError)):
            bench.opener.fates = [fate] * 3
            with self.assertRaises(expected) as caught:
                bench.lyceum.users.create(new_user())
            self.assertEqual(caught.exception.attempts, 3)
        self.assertEqual(len(bench.waits), 6)

    def test_of_the_rate_limit_are_waited_for_within_the_budget(self):
        bench = Bench()
        bench.opener.fates = [LIMITED, LIMITED]
        with self.assertRaises(ProblemError) as caught:
            bench.lyceum.users.create(new_user(), retry=RetryPolicy(budget=59))
        self.assertEqual((caught.exception.retry_after, bench.waits), (60, []))
        self.assertEqual(bench.lyceum.users.create(new_user()).status, 201)
        self.assertEqual(bench.waits, [60])

    def test_of_other_servers(self):
        json = {"content-type": "application/json"}
        for fate in (
            (404, {"content-type": "text/plain"}, b"nothing"),
            (404, json, b'{"message":"no"}'),
            (301, {**json, "location": "/"}, b"{}"),
            (200, json, b"null"),
        ):
            bench = Bench()
            bench.opener.fates = [fate]
            with self.assertRaises(UnexpectedAnswerError):
                bench.lyceum.users.get("x")
            self.assertEqual(bench.waits, [])

    def test_of_silence(self):
        with self.assertRaises(lyceum_client.ConnectionError) as caught:
            Bench(base_url=os.environ["SILENT_URL"]).lyceum.users.get("x", timeout=0.05, retry=RetryPolicy(repeats=0))
        self.assertEqual(str(caught.exception), "getUser: no answer (none within 0.05 s)")
        self.assertIsInstance(caught.exception, ConnectionError)

    def test_of_a_redirect_which_is_not_followed(self):
        with self.assertRaises(UnexpectedAnswerError) as caught:
            Bench(base_url=os.environ["REDIRECT_URL"], opener=None).lyceum.users.get("x")
        self.assertEqual(caught.exception.status, 302)

    def test_of_ids_that_would_change_the_path(self):
        for id in ("", ".", ".."):
            with self.assertRaisesRegex(ValueError, "needs ids"):
                Bench().lyceum.curricula.versions.get(id, "a")


class Lists(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.emails = [Bench().lyceum.users.create(new_user()).data["email"] for _ in range(7)]

    def test_are_iterated_to_their_end(self):
        seen = [user["email"] for user in Bench().lyceum.users.list(limit=3)]
        self.assertEqual([email for email in seen if email in self.emails], self.emails)

    def test_continue_from_a_cursor(self):
        lyceum = Bench().lyceum
        pages = list(lyceum.users.list(limit=3).pages())
        self.assertEqual((pages[0].has_more, pages[-1].has_more, pages[-1].next_cursor), (True, False, None))
        rest = [user["id"] for user in lyceum.users.list(cursor=pages[0].next_cursor)]
        self.assertEqual(rest, [user["id"] for page in pages[1:] for user in page.items])

    def test_have_only_the_requested_fields_and_pages(self):
        bench = Bench()
        user = next(iter(bench.lyceum.users.list(limit=3, fields=["id", "email"])))
        self.assertEqual(list(user), ["id", "email"])
        self.assertEqual([request.full_url.split("?")[1] for request in bench.opener.sent], ["limit=3&fields=id%2Cemail"])

    def test_by_ids_take_any_number_and_ask_for_a_hundred_at_a_time(self):
        bench = Bench()
        all_ids = [user["id"] for user in bench.lyceum.users.list(limit=100)]
        sent = len(bench.opener.sent)
        wanted = [all_ids[1], *(str(uuid.uuid4()) for _ in range(150)), all_ids[0], all_ids[1]]
        self.assertEqual(list(bench.lyceum.users.by_ids(iter(wanted), fields=["id"])), [{"id": all_ids[1]}, {"id": all_ids[0]}])
        self.assertEqual(len(bench.opener.sent), sent + 2)
        self.assertEqual(list(bench.lyceum.users.by_ids([])), [])
        with self.assertRaisesRegex(TypeError, "^listUsers takes ids, not one text"):
            bench.lyceum.users.by_ids(all_ids[0])
        with self.assertRaisesRegex(TypeError, "^listUsers takes no argument 'isArchived'; did you mean is_archived"):
            bench.lyceum.users.by_ids([], isArchived=True)
        self.assertEqual(len(bench.opener.sent), sent + 2)

    def test_send_filters_by_the_names_of_the_api(self):
        bench = Bench()
        list(bench.lyceum.appointments.list(from_="2026-10-02T00:00:00+00:00", updated_since="2026-10-02T00:00:00Z"))
        list(bench.lyceum.curricula.list(is_archived=False))
        queries = [request.full_url.split("?")[1] for request in bench.opener.sent]
        self.assertEqual(queries, ["from=2026-10-02T00%3A00%3A00%2B00%3A00&updatedSince=2026-10-02T00%3A00%3A00Z", "isArchived=false"])

    def test_take_instants_with_their_zone(self):
        bench = Bench()
        noon = datetime(2026, 10, 5, 12, tzinfo=timezone(timedelta(hours=2)))
        list(bench.lyceum.users.list(updated_since=noon))
        self.assertTrue(bench.opener.sent[0].full_url.endswith("?updatedSince=2026-10-05T12%3A00%3A00%2B02%3A00"))
        with self.assertRaisesRegex(ValueError, r"^updated_since has a datetime without a time zone, datetime\.datetime\(2026, 10, 5, 12, 0\)"):
            bench.lyceum.users.list(updated_since=noon.replace(tzinfo=None))
        with self.assertRaisesRegex(ValueError, "^from_ has a datetime without a time zone"):
            bench.lyceum.appointments.list(from_=datetime(2026, 10, 5))
        self.assertEqual(len(bench.opener.sent), 1)

    def test_name_the_argument_that_is_meant(self):
        bench = Bench()
        for call, message in (
            (lambda: bench.lyceum.users.list(updatedSince="x"), "^listUsers takes no argument 'updatedSince'; did you mean updated_since\\?$"),
            (lambda: bench.lyceum.appointments.changes(**{"from": "x"}), "^listAppointments takes no argument 'from'; did you mean from_\\?$"),
            (lambda: bench.lyceum.users.get("x", ifNoneMatch='"1"'), "^getUser takes no argument 'ifNoneMatch'; did you mean if_none_match\\?$"),
            (lambda: bench.lyceum.users.create({}, if_match="*"), "^createUser takes no argument 'if_match'; it takes dry_run, idempotency_key, request_id, retry, timeout$"),
            (lambda: bench.lyceum.users.create({}, timeOut=1), "did you mean timeout\\?$"),
        ):
            with self.assertRaisesRegex(TypeError, message):
                call()
        self.assertEqual(bench.opener.sent, [])

    def test_of_changes_say_where_the_next_walk_begins_once_they_have_ended(self):
        lyceum = Bench().lyceum
        first = lyceum.users.changes(limit=3)
        copy = {}
        for user in first:
            self.assertIsNone(first.next_updated_since)
            copy[user["id"]] = user
        self.assertIn(self.emails[0], [user["email"] for user in copy.values()])
        added = lyceum.users.create(new_user()).data
        then = lyceum.users.changes(updated_since=first.next_updated_since, limit=100)
        self.assertIn(added["id"], [user["id"] for user in then])
        self.assertGreaterEqual(then.next_updated_since, first.next_updated_since)

    def test_of_changes_tell_nothing_while_they_have_not_ended(self):
        lyceum = Bench().lyceum
        walk = lyceum.users.changes(limit=3)
        page = next(walk.pages())
        self.assertIsNone(walk.next_updated_since)
        rest = lyceum.users.changes(limit=3, cursor=page.next_cursor)
        seen = [user["id"] for user in [*page.items, *rest]]
        self.assertEqual(sorted(seen), sorted({user["id"] for user in lyceum.users.list()}))
        self.assertIsNotNone(rest.next_updated_since)

    def test_fail_with_the_problem_of_a_page(self):
        with self.assertRaises(ProblemError) as caught:
            list(Bench().lyceum.users.list(cursor="none"))
        self.assertEqual(caught.exception.code, "invalid_cursor")

    def test_of_the_feed_continue_where_they_ended(self):
        lyceum = Bench().lyceum
        pages = list(lyceum.events.list(limit=100).pages())
        seen = {event["id"] for page in pages for event in page.items}
        page = next(lyceum.events.list(cursor=pages[-1].next_cursor).pages())
        # Events of other tests may have come meanwhile.
        self.assertEqual({event["id"] for event in page.items} & seen, set())
        self.assertIsNotNone(page.next_cursor)


class Changes(unittest.TestCase):
    def setUp(self):
        self.lyceum = Bench().lyceum
        self.id = self.lyceum.users.create(new_user()).data["id"]

    def update(self, name, etag):
        return self.lyceum.users.update(self.id, {"firstName": name}, if_match=etag)

    def test_start_over_when_another_was_faster(self):
        reads = []

        def read():
            answer = self.lyceum.users.get(self.id)
            reads.append(answer.data["firstName"])
            if len(reads) == 1:
                self.update("Grace", "*")
            return answer

        changed = self.lyceum.change(read, lambda user, etag: self.update(f"{user['firstName']} H.", etag))
        self.assertEqual((changed.data["firstName"], reads), ("Grace H.", [None, "Grace"]))

    def test_give_up_in_the_end(self):
        with self.assertRaises(ProblemError) as caught:
            self.lyceum.change(lambda: self.lyceum.users.get(self.id), lambda _, etag: self.update("late", '"0.x"'), attempts=2)
        self.assertEqual(caught.exception.status, 412)

    def test_may_write_nothing(self):
        self.assertIsNone(self.lyceum.change(lambda: self.lyceum.users.get(self.id), lambda *_: None))

    def test_are_seen_by_conditional_reads(self):
        etag = self.lyceum.users.get(self.id).etag
        again = self.lyceum.users.get(self.id, if_none_match=etag)
        self.assertIsInstance(again, NotModified)
        self.assertEqual((again.status, again.data, again.etag), (304, None, etag))
        self.update("Grace", etag)
        self.assertEqual(self.lyceum.users.get(self.id, fields=["firstName"], if_none_match=etag).data, {"firstName": "Grace"})

    def test_may_delete(self):
        endpoint = self.lyceum.webhook_endpoints.create({"url": "https://receiver.example/hooks"}).data
        gone = self.lyceum.webhook_endpoints.delete(endpoint["id"], if_match="*")
        self.assertEqual((gone.status, gone.data), (204, None))
