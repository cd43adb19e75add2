import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appointmentIdsOf, eventsOf } from '../../support/calendar-answers.ts';
import { describeCalendars } from '../../support/describe-calendars.ts';
import { startTimetables } from '../../support/test-timetable.ts';

const { school, other } = await startTimetables();
const appointment = await school.create(school.fullBody());

describeCalendars([
  ['GET /appointments.ics?roomId=', (mine) => `/appointments.ics?roomId=${mine.id('rooms/hall')}`],
  ['GET /appointments.ics?organizerId=', (mine) => `/appointments.ics?organizerId=${mine.id('users/ben')}`],
  ['GET /appointments.ics?userId=', (mine) => `/appointments.ics?userId=${mine.id('users/cleo')}`],
]);

describe('GET /appointments.ics', () => {
  it('200: an unknown id, one of another kind, one of another institution: an empty calendar', async () => {
    for (const name of ['roomId', 'organizerId', 'userId']) {
      const foreign = ['rooms/hall', 'users/ben', 'users/cleo'].map((record) => other.id(record));
      for (const id of [randomUUID(), 'no-uuid', '💥', school.id('courses/algebra'), ...foreign]) {
        expect([id, eventsOf(await school.get('/appointments.ics', { [name]: id }))]).toEqual([id, []]);
      }
    }
  });

  it.each([
    ['none of the three', '', ['roomId']],
    ['an unknown parameter alone', 'courseId=x', ['roomId']],
    ['two of them', 'roomId=x&userId=y', ['userId']],
    ['all of them', 'userId=x&organizerId=y&roomId=z', ['organizerId', 'userId']],
    ['one twice', 'roomId=x&roomId=x', ['roomId']],
    ['an empty one', 'organizerId=', ['organizerId']],
    ['one with U+0000', 'userId=a%00', ['userId']],
  ])('400: %s', async (_, query, fields) => {
    const { status, body } = await school.client.get(`/appointments.ics?${query}`);
    expect([status, body.code]).toEqual([400, 'bad_request']);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it('200: an id in upper case is the same id, and unknown parameters are ignored', async () => {
    const path = `/appointments.ics?roomId=${school.id('rooms/hall').toUpperCase()}&limit=x&fields=x`;
    expect(appointmentIdsOf(await school.client.get(path))).toEqual([appointment.id]);
  });
});
