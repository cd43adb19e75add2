import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { IntegrationActor } from '../../../platform/core/actor.ts';
import { FULL } from '../../../platform/core/grant.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import type { LinkKind } from '../domain/appointment-links.ts';
import { scheduling } from '../service.ts';
import { type AppointmentFilters, listAppointments } from './appointment-lists.ts';
import { listBookedRooms } from './booked-rooms.ts';
import { listCalendarEntries } from './calendar-entries.ts';
import { listOverlaps } from './room-bookings.ts';

const LIMIT = 51;
/** Rows scanned before changed records are searched separately. */
const WALKED = 10 * LIMIT;
const institutionId = randomUUID();
const actor: IntegrationActor = {
  kind: 'integration',
  institutionId,
  integrationId: randomUUID(),
  createdBy: null,
  grant: FULL,
};
const after = { sort: '2026-06-01T00:00:00.000Z', id: randomUUID(), limit: LIMIT };

let service: TestService;

beforeAll(async () => {
  service = await startTestService(scheduling, { service: 'own' });
  await fill();
});
afterAll(() => service.stop());

/** The n-th course, room and so on: few enough that each has hundreds or thousands of appointments. */
const target = (kind: LinkKind, n = 1) =>
  `${{ course: 'c', room: 'a', organizer: 'e', user: 'f', group: '9' }[kind].repeat(8)}-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** 50,000 appointments of a year, a tenth of them deleted; each invites one of 1,000 groups. */
async function fill() {
  const id = (kind: LinkKind, count: number) =>
    `(left('${target(kind)}', 24) || lpad((n % ${count})::text, 12, '0'))::uuid`;
  await service.sql(
    `INSERT INTO appointments (institution_id, id, title, date_time, duration, is_online, is_hybrid, address_is_own, layer_ids, course_ids,
       room_ids, setup_ids, organizer_ids, user_ids, user_group_ids, sequence, revision, created_at, updated_at, deleted_at)
     SELECT $1, gen_random_uuid(), 'Seminar', '2026-01-01T00:00Z'::timestamptz + n * interval '10 minutes', 60, false, false, false,
       ARRAY[gen_random_uuid()], ARRAY[${id('course', 50)}], ARRAY[${id('room', 20)}], ARRAY[NULL::uuid], ARRAY[${id('organizer', 100)}],
       ARRAY[${id('user', 500)}], ARRAY[${id('group', 1000)}], 0, gen_random_uuid(), '2026-01-01T00:00Z', '2026-01-01T00:00Z'::timestamptz + n * interval '1 s',
       CASE WHEN n % 10 = 7 THEN '2026-10-01T00:00Z'::timestamptz END
     FROM generate_series(1, 50000) AS n`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO appointment_links
     SELECT institution_id, id, kind, target_id, date_time, deleted_at IS NOT NULL FROM appointments, LATERAL (VALUES
       ('course', course_ids[1]), ('room', room_ids[1]), ('organizer', organizer_ids[1]), ('user', user_ids[1]),
       ('group', user_group_ids[1])) AS l(kind, target_id)`,
  );
  await service.sql(
    `INSERT INTO room_bookings
     SELECT institution_id, id, room_ids[1], tstzrange(date_time, date_time + interval '1 hour'), false
     FROM appointments WHERE deleted_at IS NULL`,
  );
  await service.sql('ANALYZE');
}

const nothing: AppointmentFilters = {
  ids: null,
  from: null,
  to: null,
  updatedSince: null,
  targets: { course: [], room: [], organizer: [], user: [] },
  groupIds: [],
};
const list = (filters: Partial<AppointmentFilters>) => (db: Reader) =>
  listAppointments(db, actor, after, { ...nothing, ...filters, omit: [] });
const of = (...kinds: LinkKind[]) => ({
  targets: { ...nothing.targets, ...Object.fromEntries(kinds.map((kind) => [kind, [target(kind)]])) },
});
/** A hundred groups that one person is in. */
const groupIds = Array.from({ length: 100 }, (_, n) => target('group', 7 * n + 1));
const calendar =
  (kinds: LinkKind[], ids: readonly string[] = []) =>
  (db: Reader) =>
    listCalendarEntries(db, actor, after, {
      kinds,
      targetId: target(kinds[0] ?? 'user'),
      groupIds: ids,
      deletedAfter: '2026-09-30T00:00:00.000Z',
    });
const booked = (to: string) => (db: Reader) =>
  listBookedRooms(
    db,
    actor,
    Array.from({ length: LIMIT }, (_, n) => target('room', n)),
    { from: '2026-06-01T08:00:00.000Z', to },
  );
const booking = {
  appointmentId: randomUUID(),
  roomId: target('room'),
  dateTime: '2026-06-01T08:00:00.000Z',
  duration: 600,
};

it.each<[string, (db: Reader) => Promise<unknown>, number]>([
  ['a list', list({}), LIMIT],
  ['from and to', list({ from: '2026-07-01T00:00:00.000Z', to: '2026-08-01T00:00:00.000Z' }), LIMIT],
  ['by ids', list({ ids: Array.from({ length: 100 }, () => randomUUID()) }), 0],
  [
    'by ids, of a course, changed',
    list({
      ids: Array.from({ length: 100 }, () => randomUUID()),
      ...of('course'),
      updatedSince: '2026-01-01T06:00:00.000Z',
    }),
    0,
  ],
  ['what has changed', list({ updatedSince: '2026-01-01T06:00:00.000Z' }), LIMIT],
  ['few changes', list({ updatedSince: '2026-01-01T13:52:50.000Z' }), WALKED],
  ['some changes, far away', list({ updatedSince: '2026-01-01T12:30:00.000Z' }), 5_000],
  ['few changes of a course', list({ ...of('course'), updatedSince: '2026-01-01T13:52:50.000Z' }), WALKED],
  ['of a course', list(of('course')), LIMIT],
  ['of a room', list(of('room')), LIMIT],
  ['of an organizer', list(of('organizer')), LIMIT],
  ['of a participant', list(of('user')), LIMIT],
  ['of a course and a room', list(of('course', 'room')), 1_000],
  [
    'of everything',
    list({ ...of('course', 'room', 'organizer', 'user'), updatedSince: '2026-01-01T00:00:00.000Z' }),
    LIMIT,
  ],
  // Each group has 50 appointments, half of them after the position: at most this many entries are read and sorted.
  ['of a participant in 100 groups', list({ ...of('user'), groupIds }), 101 * LIMIT],
  [
    'of a participant in 100 groups, changed',
    list({ ...of('user'), groupIds, updatedSince: '2026-01-01T13:52:50.000Z' }),
    101 * LIMIT,
  ],
  ['of a participant in 100 groups and a course', list({ ...of('user', 'course'), groupIds }), 1_000],
  ['a calendar of a course', calendar(['course']), 2 * LIMIT],
  ['a calendar of a participant', calendar(['user']), 2 * LIMIT],
  ['a calendar of a user', calendar(['organizer', 'user']), 2 * LIMIT],
  ['a calendar of a user in 100 groups', calendar(['organizer', 'user'], groupIds), 102 * LIMIT],
  ['the appointments that have booked a room', (db) => listOverlaps(db, actor, [booking]), LIMIT],
  ['the rooms booked for a minute', booked('2026-06-01T08:01:00.000Z'), LIMIT],
  ['the rooms booked for a year', booked('2027-06-01T08:00:00.000Z'), LIMIT],
])('%s is found by its index', async (_, read, maxRows) => {
  const plan = await explain(service, read);
  expect(plan).not.toMatch(/Seq Scan on (appointments|appointment_links|room_bookings)/);
  expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(maxRows);
});
