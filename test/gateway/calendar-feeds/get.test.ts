import { expect, it } from 'vitest';
import { newCalendarFeed } from '../../support/test-calendar-feeds.ts';
import { startTimetables } from '../../support/test-timetable.ts';

const { system, school } = await startTimetables();

it('GET /calendar-feeds/{id}: 200: to every integration of the institution, without its address', async () => {
  const { data, path } = await newCalendarFeed(school.client, { courseId: school.id('courses/algebra') });
  const { status, body, text } = await (await system.newClient(school.institution.id)).get(path);
  expect([status, body.data]).toEqual([200, data]);
  expect(text).not.toContain('/calendars/');
});
