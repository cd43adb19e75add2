import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { references } from '../../support/appointment-faults.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { startTimetables } from '../../support/test-timetable.ts';

/**
 * Another institution's ids in a body or a calendar's query get the same response, byte for byte, as unknown ids
 * (decisions 3.2).
 */
const { system, school, other } = await startTimetables();
await other.create(other.fullBody());
const appointment = await school.create();
afterAll(() => system.stop());

/** A response's text without the request id. */
const textOf = ({ status, text, headers }: TestAnswer) => [
  status,
  text.replaceAll(headers.get('x-request-id') ?? '', ''),
  headers.get('content-type'),
];

/** Where a body refers to the other institution's records. */
const foreign: Readonly<Record<string, string>> = {
  courseIds: 'layers/algebra',
  rooms: 'rooms/hall',
  organizerIds: 'users/ben',
  userIds: 'users/cleo',
  userGroupIds: 'userGroups/choir',
  appointmentTypeId: 'appointmentTypes/lecture',
};
const fields: readonly (readonly [field: string, record: string, body: (id: string) => object])[] = [
  ...references.map(([field, , body]) => [field, foreign[field] ?? '', body] as const),
  ['a course in place of its layer', 'courses/algebra', (id) => ({ courseIds: [id] })],
  ['a setup', 'setups/rows', (setupId) => ({ rooms: [{ roomId: school.id('rooms/hall'), setupId }] })],
  ['one among others', 'users/ada', (id) => ({ userIds: [school.id('users/ada'), id, school.id('users/ben')] })],
];

describe.each([
  ['POST /appointments', (body: object) => school.post(body)],
  [
    'POST /courses/{id}/appointments',
    (body: object) => school.client.post(`/courses/${school.id('courses/botany')}/appointments`, school.body(body)),
  ],
  ['PATCH /appointments/{id}', (body: object) => school.patch(appointment, body)],
])('%s', (_name, send) => {
  it.each(fields)('%s', async (_, record, body) => {
    const [theirs, unknown] = [await send(body(other.id(record))), await send(body(randomUUID()))];
    expect(theirs.body.errors).toEqual([expect.objectContaining({ code: 'invalid_reference' })]);
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
