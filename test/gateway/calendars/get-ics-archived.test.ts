import { afterAll, describe, expect, it } from 'vitest';
import { newCalendarFeed, readFeed } from '../../support/test-calendar-feeds.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';
import { until } from '../../support/until.ts';

/** Seconds of the gateway's clock within which a feed ends with its person. */
const WITHIN = 10;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());

describe('GET /calendars/{token}.ics: 404: the feed of an archived person', () => {
  it.each(['userId', 'organizerId'])('as %s, also to a program that has its present state', async (kind) => {
    const school = await Timetable.in(system);
    const ben = school.id('users/ben');
    const { url } = await newCalendarFeed(school.client, { [kind]: ben });
    const before = await readFeed(url);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await readFeed(url, { headers })).status).toBe(304);
    const archive = async (isArchived: boolean) =>
      expect((await school.client.patch(`/users/${ben}`, { isArchived }, { ifMatch: '*' })).status).toBe(200);
    const answers = async (status: number) => {
      let seconds = 0;
      await until(`${status} of the feed`, async () => {
        if (seconds++ < WITHIN) system.clock.advance(1_000);
        return (await readFeed(url, { headers })).status === status;
      });
    };
    await archive(true);
    await answers(404);
    await archive(false);
    await answers(304);
  });
});
