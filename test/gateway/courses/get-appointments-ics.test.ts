import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { describeCalendars } from '../../support/describe-calendars.ts';
import { startTimetables } from '../../support/test-timetable.ts';

const { system, school, other } = await startTimetables();
afterAll(() => system.stop());

describeCalendars([
  ['GET /courses/{id}/appointments.ics', (mine) => `/courses/${mine.id('courses/algebra')}/appointments.ics`],
]);

describe('GET /courses/{id}/appointments.ics', () => {
  it('404: an unknown course, a layer, another institution’s course', async () => {
    const ids = [randomUUID(), 'no-uuid', school.id('layers/algebra'), other.id('courses/algebra')];
    for (const id of ids) {
      const { status, body } = await school.get(`/courses/${id}/appointments.ics`);
      expect([id, status, body.code]).toEqual([id, 404, 'resource_not_found']);
    }
  });

  it('422: an invalid id', async () => {
    expect((await school.get('/courses/a.b/appointments.ics')).status).toBe(422);
  });

  it('405: nothing but GET and HEAD', async () => {
    const path = `/courses/${school.id('courses/algebra')}/appointments.ics`;
    const answer = await school.client.send('POST', path, { json: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
