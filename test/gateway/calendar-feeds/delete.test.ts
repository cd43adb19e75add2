import { afterAll, describe, expect, it } from 'vitest';
import { newCalendarFeed } from '../../support/test-calendar-feeds.ts';
import { startTimetables } from '../../support/test-timetable.ts';

/** The resource; its addresses have tests of their own. */
const { system, school, other } = await startTimetables({ platform: 'own' });
afterAll(() => system.stop());

describe('DELETE /calendar-feeds/{id}', () => {
  it('204: then 404', async () => {
    const { path, etag } = await newCalendarFeed(school.client, { courseId: school.id('courses/botany') });
    expect((await school.client.send('DELETE', path, { ifMatch: etag })).status).toBe(204);
    expect((await school.client.send('DELETE', path, { ifMatch: etag })).status).toBe(404);
    expect((await school.get(path)).status).toBe(404);
  });

  it('204: for another integration of the institution; 404 for another institution', async () => {
    const { path } = await newCalendarFeed(school.client, { courseId: school.id('courses/botany') });
    expect((await other.client.send('DELETE', path, { ifMatch: '*' })).status).toBe(404);
    const second = await system.newClient(school.institution.id);
    expect((await second.send('DELETE', path, { ifMatch: '*' })).status).toBe(204);
  });
});
