import { expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/core/instant.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import type { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { Member, must } from '../time-tracking/member.ts';
import type { Campus } from './campus.ts';
import { nextMorning } from './next-morning.ts';

/** Somebody is archived amid their last shift, and comes back next season: their hours are there, once. */
export function seasonalWorker(campus: () => Campus, system: () => TestSystem): void {
  it('the badge opens nothing meanwhile, the last shift ends once, and it can be corrected afterwards', async () => {
    nextMorning(system());
    const { client } = campus();
    const member = await Member.create(client, 'NH-7301');
    const { userId, code } = member;
    const path = `/users/${userId}`;
    const archive = async (isArchived: boolean) =>
      must(200, await client.patch(path, { isArchived }, { ifMatch: '*' }));
    const badge = (step: string) => client.post(`/time-tracking/sessions/${step}`, { code });
    const latest = must(200, await client.get('/events', { query: { position: 'latest' } }));
    const feed = await newCalendarFeed(client, { userId });
    const feedAnswers = (status: number) =>
      until(`${status} of the feed`, async () => {
        // Gateways ask again every few seconds.
        system().clock.advance(1_000);
        return (await readFeed(feed.url)).status === status;
      });
    const began = system().clock.now();
    must(201, await badge('start'));

    await archive(true);
    for (const step of ['stop', 'pause', 'start']) {
      expect(must(404, await badge(step)).body.detail).toContain(code);
    }
    await feedAnswers(404);
    // What they have worked stays readable by the id.
    expect(must(200, await client.get('/time-tracking/logs', { query: { userId } })).body.data).toEqual([]);
    system().clock.advance(30 * HOUR_MS);
    must(404, await badge('stop'));
    // The badge is theirs until somebody takes it from them: nobody else clocks in with it.
    must(409, await client.post('/users', { email: 'successor@school.example', name: 'Successor', code }));

    await archive(false);
    await feedAnswers(200);
    must(201, await badge('start'));
    system().clock.advance(HOUR_MS / 2);
    must(200, await badge('stop'));
    const [shift, ...others] = await member.logs();
    expect(shift).toMatchObject({ startTime: new Date(began).toISOString(), autoClosed: true });
    expect(others).toHaveLength(1);
    must(200, await member.change(shift.id, { endTime: new Date(began + HOUR_MS).toISOString() }));
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const dates = { from: day(began - 24 * HOUR_MS), to: day(began + 72 * HOUR_MS) };
    const totals = await client.get('/time-tracking/totals', { query: { userId, ...dates } });
    expect(must(200, totals).body.data).toMatchObject({ workedMinutes: 90, logs: 2, openSession: null });

    const told = await until('both changes in the feed', async () => {
      const query = { cursor: latest.body.pagination.next_cursor, limit: '100' };
      const { body } = must(200, await client.get('/events', { query }));
      const own = body.data.filter(
        ({ type, resource }: { type: string; resource: { id: string } }) =>
          type === 'user.updated' && resource.id === userId,
      );
      return own.length === 2 && own;
    });
    expect(told.map(({ changed }: { changed: string[] }) => changed)).toEqual([['isArchived'], ['isArchived']]);
  });
}
