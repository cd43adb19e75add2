import { afterAll } from 'vitest';
import { describeRead } from '../../support/describe-read.ts';
import { newCalendarFeed } from '../../support/test-calendar-feeds.ts';
import { startTimetables } from '../../support/test-timetable.ts';

const FIELDS = ['id', 'name', 'courseId', 'roomId', 'organizerId', 'userId', 'createdAt'];

const { school, other, ...started } = await startTimetables();
const { system } = started;
const [own, foreign] = await Promise.all(
  [school, other].map((mine) => newCalendarFeed(mine.client, { courseId: mine.id('courses/algebra') })),
);
const subject = { client: school.client, id: own?.data.id, foreignId: foreign?.data.id };
afterAll(() => system.stop());

// The address is in no read.
describeRead('/calendar-feeds', FIELDS, () => subject);
