import { coursesOf } from './directory-rows.ts';
import { changedAt, madeAt, rowsOf, SMALL_INSTITUTIONS, TODAY, type Year } from './rows-of-year.ts';
import type { YearSize } from './year-size.ts';

/**
 * In the large institution, for any size of the year, a course has 25 appointments, a room 50, an organizer 100, a
 * participant 30, an invited group 100.
 */
export const targetsOf = (size: YearSize) => ({
  course: coursesOf(size) / 2,
  room: size.appointments / 100,
  organizer: size.appointments / 200,
  user: size.appointments / 20,
  group: size.appointments / 200,
});

/** The rows of scheduling: one appointment in twenty is deleted. */
export function schedulingRows(year: Year, size: YearSize): readonly string[] {
  const { course, room, organizer, user, group } = targetsOf(size);
  const at = `date_trunc('minute', '${year.begin}'::timestamptz) + (r.m / ${room}) * interval '7 days' + (r.m % ${room}) * interval '${(7 * 86_400) / room} s'`;
  return [
    `INSERT INTO appointments (institution_id, id, title, date_time, duration, is_online, is_hybrid, address_is_own, layer_ids, course_ids,
       room_ids, setup_ids, organizer_ids, user_ids, user_group_ids, sequence, revision, created_at, updated_at, deleted_at)
     SELECT r.i, uid('appointment', r.n), 'Seminar', date_trunc('milliseconds', ${at}), 90, false, false, false,
       ARRAY[uid('layer', r.m % ${course})], ARRAY[uid('course', r.m % ${course})], ARRAY[uid('room', r.m % ${room})], ARRAY[NULL::uuid],
       ARRAY[uid('user', r.m % ${organizer})], ARRAY[uid('user', r.m % ${user}), uid('user', (r.m + ${user / 3}::bigint) % ${user}),
         uid('user', (r.m + ${(2 * user) / 3}::bigint) % ${user})], ARRAY[uid('group', r.m % ${group})], 0, uid('r', r.n),
       ${madeAt(year, size.appointments)}, ${changedAt(year, size.appointments)},
       CASE WHEN r.m % 20 = 7 THEN ${TODAY} - r.m % 40 * interval '1 day' END
     FROM ${rowsOf(year, size.appointments)}`,
    `INSERT INTO appointment_links
     SELECT institution_id, id, kind, target_id, date_time, deleted_at IS NOT NULL FROM appointments, LATERAL (
       SELECT 'course', unnest(course_ids) UNION ALL SELECT 'room', unnest(room_ids) UNION ALL SELECT 'organizer', unnest(organizer_ids)
       UNION SELECT 'user', unnest(user_ids) UNION ALL SELECT 'group', unnest(user_group_ids)) AS l(kind, target_id)`,
    `INSERT INTO room_bookings
     SELECT institution_id, id, room_ids[1], tstzrange(date_time, date_time + interval '90 minutes'), true
     FROM appointments WHERE deleted_at IS NULL`,
  ];
}

/** The rows of locations: a hundred rooms in each. */
export function locationRows(year: Year, size: YearSize): readonly string[] {
  const stamp = `uid('r', r.n), ${TODAY}, ${TODAY}`;
  // Spread, so that the rooms of each location have all capacities, in whatever year.
  const capacity = 'abs(hashint8(r.m)) % 200';
  return [
    `INSERT INTO locations (institution_id, id, ref, name, address, revision, created_at, updated_at)
     SELECT r.i, uid('location', r.m), 'l' || r.m, 'Location ' || r.m, 'Street ' || r.m, ${stamp} FROM ${rowsOf(year, 2 * SMALL_INSTITUTIONS)}`,
    `INSERT INTO rooms (institution_id, id, location_id, ref, name, capacity, is_archived, revision, created_at, updated_at)
     SELECT r.i, uid('room', r.m), uid('location', CASE WHEN r.n % 2 = 0 THEN r.m % ${size.rooms / 100} ELSE 0 END), 'r' || r.m, 'Room ' || r.m, ${capacity}, r.m % 50 = 0, ${stamp}
     FROM ${rowsOf(year, 2 * size.rooms)}`,
    `INSERT INTO room_setups (institution_id, id, room_id, ref, name, capacity, is_default, created_at, updated_at)
     SELECT r.i, uid('setup', r.m), uid('room', r.m), 's' || r.m, 'Rows', ${capacity}, true, ${TODAY}, ${TODAY} FROM ${rowsOf(year, 2 * size.rooms)}`,
  ];
}
