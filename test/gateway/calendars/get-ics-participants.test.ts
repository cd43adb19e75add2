import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { appointmentIdsOf } from '../../support/calendar-answers.ts';
import { newCalendarFeed, readFeed } from '../../support/test-calendar-feeds.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';
import { until } from '../../support/until.ts';

let school: Timetable;
let ben: string;
let choir: string;

const system = await TestSystem.start({ platform: 'own' });
afterAll(() => system.stop());
beforeEach(async () => {
  // A school of its own for each test: ben is in its choir.
  school = await Timetable.in(system);
  [ben, choir] = [school.id('users/ben'), school.id('userGroups/choir')];
});

const at = (hour: number) => ({ dateTime: `2026-10-12T${String(hour).padStart(2, '0')}:00:00.000Z` });

describe('GET /calendars/{token}.ics: 200: the feed of a user', () => {
  it('has what they take part in and what they organize, each once, and changes with their groups', async () => {
    const band = await school.group('band', ['ben']);
    const [one, two, three, four] = await school.fill([
      { ...at(8), userGroupIds: [choir, band] },
      { ...at(9), organizerIds: [ben], userIds: [ben], userGroupIds: [band] },
      { ...at(10), organizerIds: [ben] },
      { ...at(11), userIds: [ben] },
      { ...at(12), userGroupIds: [await school.group('others', ['ada'])] },
    ]);
    const { url } = await newCalendarFeed(school.client, { userId: ben });
    const before = await readFeed(url);
    expect(appointmentIdsOf(before)).toEqual([four, three, two, one]);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await readFeed(url, { headers })).status).toBe(304);
    await school.group('band', []);
    await school.group('choir', []);
    const after = await readFeed(url, { headers });
    expect([after.status, appointmentIdsOf(after)]).toEqual([200, [four, three, two]]);
  });

  it('of an organizer, a room or a course has nothing of the groups', async () => {
    await school.fill([{ ...at(8), userGroupIds: [choir] }]);
    const { url } = await newCalendarFeed(school.client, { organizerId: ben });
    expect(appointmentIdsOf(await readFeed(url))).toEqual([]);
  });
});

/** Seconds of the gateway's clock within which a feed ends with its person. */
const WITHIN = 10;

describe('GET /calendars/{token}.ics: 404: the feed of an archived person', () => {
  it.each(['userId', 'organizerId'])('as %s, also to a program that has its present state', async (kind) => {
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
