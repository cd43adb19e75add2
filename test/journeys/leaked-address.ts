import nodeIcal from 'node-ical';
import { expect, it } from 'vitest';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import { must } from '../time-tracking/member.ts';
import type { Campus } from './campus.ts';

/** The address of somebody's calendar has come into the wrong hands, and is exchanged for another one. */
export function leakedAddress(campus: () => Campus): void {
  it('the old one opens nothing any more, and the new one shows the same entries, which no program doubles', async () => {
    const { client } = campus();
    const userId = campus().id('users', 'u10');
    const uidsOf = async (url: string) => {
      const { text } = must(200, await readFeed(url));
      return Object.values(nodeIcal.sync.parseICS(text)).flatMap((entry) =>
        entry?.type === 'VEVENT' ? [entry.uid] : [],
      );
    };
    const lecture = { title: 'Office hour', dateTime: '2026-10-20T08:00:00+02:00', duration: 30, userIds: [userId] };
    must(201, await client.post(`/courses/${campus().id('courses', 'c01')}/appointments`, lecture));
    const leaked = await newCalendarFeed(client, { userId, name: 'Ada' });
    const uids = await uidsOf(leaked.url);
    expect(uids.length).toBeGreaterThan(0);
    const { headers } = await readFeed(leaked.url);

    const renewed = await newCalendarFeed(client, { userId, name: 'Ada' });
    must(204, await client.send('DELETE', leaked.path, { ifMatch: '*' }));
    must(404, await readFeed(leaked.url));
    // Whoever has read it before does not learn by its tag that nothing has changed.
    must(404, await readFeed(leaked.url, { headers: { 'if-none-match': headers.get('etag') ?? '' } }));
    expect((await uidsOf(renewed.url)).sort()).toEqual(uids.sort());
  });
}
