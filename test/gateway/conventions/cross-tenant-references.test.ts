import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusal, type TestAnswer } from '../../support/test-messages.ts';
import { startTimetables } from '../../support/test-timetable.ts';

/**
 * Another institution's ids in a body or a calendar's query get the same response, byte for byte, as unknown ids
 * (decisions 3.2).
 */
const { school, other } = await startTimetables();
await other.create(other.fullBody());
const appointment = await school.create();

/** A response's text without the request id. */
const textOf = ({ status, text, headers }: TestAnswer) => [
  status,
  text.replaceAll(headers.get('x-request-id') ?? '', ''),
  headers.get('content-type'),
];

/** Where a body refers to a record: the record, the place of its id, and the body that has an id there. */
const fields: readonly (readonly [record: string, pointer: string, body: (id: string) => object])[] = [
  ['layers/algebra', '/courseIds/0', (id) => ({ courseIds: [id] })],
  ['rooms/hall', '/rooms/0/roomId', (roomId) => ({ rooms: [{ roomId }] })],
  ['users/ben', '/organizerIds/0', (id) => ({ organizerIds: [id] })],
  ['users/cleo', '/userIds/0', (id) => ({ userIds: [id] })],
  ['userGroups/choir', '/userGroupIds/0', (id) => ({ userGroupIds: [id] })],
  ['appointmentTypes/lecture', '/appointmentTypeId', (id) => ({ appointmentTypeId: id })],
  ['courses/algebra', '/courseIds/0', (id) => ({ courseIds: [id] })],
  ['setups/rows', '/rooms/0/setupId', (setupId) => ({ rooms: [{ roomId: school.id('rooms/hall'), setupId }] })],
  ['users/ada', '/userIds/1', (id) => ({ userIds: [school.id('users/ada'), id, school.id('users/ben')] })],
];

describe.each([
  ['POST /appointments', '400 bad_request', (body: object) => school.post(body)],
  [
    'POST /courses/{id}/appointments',
    '400 bad_request',
    (body: object) => school.client.post(`/courses/${school.id('courses/botany')}/appointments`, school.body(body)),
  ],
  ['PATCH /appointments/{id}', '422 validation_failed', (body: object) => school.patch(appointment, body)],
])('%s', (_name, refused, send) => {
  it.each(fields)('%s at %s', async (record, pointer, body) => {
    const [theirs, unknown] = [await send(body(other.id(record))), await send(body(randomUUID()))];
    // Ids of nothing, and of something else.
    for (const answer of [
      theirs,
      await send(body('no-uuid')),
      await send(body('💥')),
      await send(body(appointment.id)),
    ])
      expect([refusal(answer), answer.body.errors]).toEqual([
        refused,
        [expect.objectContaining({ pointer, code: 'invalid_reference' })],
      ]);
    expect(textOf(theirs)).toEqual(textOf(unknown));
    expect((await school.get(appointment.path)).headers.get('etag')).toBe(appointment.etag);
  });
});

it.each([
  ['roomId', 'rooms/hall'],
  ['organizerId', 'users/ben'],
  ['userId', 'users/cleo'],
])('GET /appointments.ics?%s=', async (name, record) => {
  const feedOf = (id: string) => school.get('/appointments.ics', { [name]: id });
  expect(textOf(await feedOf(other.id(record)))).toEqual(textOf(await feedOf(randomUUID())));
  expect((await other.get('/appointments.ics', { [name]: other.id(record) })).text).toContain('BEGIN:VEVENT');
});
