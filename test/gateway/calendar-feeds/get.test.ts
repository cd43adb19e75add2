import { afterAll, beforeAll } from 'vitest';
import { describeRead, type ReadUnderTest } from '../../support/describe-read.ts';
import { newCalendarFeed } from '../../support/test-calendar-feeds.ts';
import type { TestSystem } from '../../support/test-system.ts';
import { startTimetables } from '../../support/test-timetable.ts';

let system: TestSystem;
let subject: ReadUnderTest;

const FIELDS = ['id', 'name', 'courseId', 'roomId', 'organizerId', 'userId', 'createdAt'];

beforeAll(async () => {
  const { school, other, ...started } = await startTimetables();
  ({ system } = started);
  const [own, foreign] = await Promise.all(
    [school, other].map((mine) => newCalendarFeed(mine.client, { courseId: mine.id('courses/algebra') })),
  );
  subject = { client: school.client, id: own?.data.id, foreignId: foreign?.data.id };
});
afterAll(() => system.stop());

// The address is in no read.
describeRead('/calendar-feeds', FIELDS, () => subject);
