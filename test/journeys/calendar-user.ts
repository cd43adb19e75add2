import { expect, it } from 'vitest';
import { entriesOf, type Listed, readByPrograms } from '../support/calendar-programs.ts';
import { demoAs, type LooseBundle } from '../support/cli/bundles.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import type { Campus } from './campus.ts';

/** Somebody subscribes to their calendar, and for a term it shows what the API shows. */
export function calendarUser(campus: () => Campus): void {
  const bundle = demoAs('a calendar user');
  const importAgain = async (change: (bundle: LooseBundle) => void) => {
    change(bundle);
    expect(await campus().cli.importBundle(bundle)).toMatchObject({ code: 0 });
  };

  it('invited alone and through a group, moved, cancelled, renamed, out of the group: the feed shows the list', async () => {
    const { client } = campus();
    const userId = campus().id('users', 'u10');
    const feed = await newCalendarFeed(client, { userId });
    let text = '';
    const listed = async () => (await client.walk('/appointments', { userId, limit: '100' })) as Listed[];
    const expectTruth = async (titles: readonly string[]) => {
      const truth = entriesOf(await listed());
      expect(truth.map(({ title }) => title).sort()).toEqual([...titles].sort());
      ({ text } = await readFeed(feed.url));
      expect(readByPrograms(text)).toEqual([truth, truth]);
    };
    const create = async (title: string, more: object) => {
      const body = { title, dateTime: '2026-10-20T08:00:00+02:00', duration: 90, ...more };
      const created = await client.post(`/courses/${campus().id('courses', 'c01')}/appointments`, body);
      expect(created.status).toBe(201);
      return `/appointments/${created.body.data.id}`;
    };
    const demo = (await listed()).map(({ title }) => title);
    await expectTruth(demo);

    const rooms = [{ roomId: campus().id('rooms', 'h101') }];
    const alone = await create('Alone', { userIds: [userId], rooms, organizerIds: [campus().id('users', 'u01')] });
    const grouped = await create('With the group', { userGroupIds: [campus().id('userGroups', 'cs-a')] });
    await create('Of others', {});
    await expectTruth([...demo, 'Alone', 'With the group']);

    // The second 02:30 of the night in which the clocks go back.
    const move = { dateTime: '2026-10-25T02:30:00+01:00' };
    expect((await client.patch(alone, move, { ifMatch: '*' })).status).toBe(200);
    await expectTruth([...demo, 'Alone', 'With the group']);

    await importAgain((renamed) => {
      renamed.locations[0].rooms[0].name = 'Aula';
      Object.assign(renamed.users[0], { firstName: 'Adele', lastName: 'Albers' });
    });
    await expectTruth([...demo, 'Alone', 'With the group']);
    expect(text).toMatch(/Aula/);
    expect(text).toMatch(/Adele Albers/);

    await importAgain((left) => {
      left.userGroups[0].members = left.userGroups[0].members.filter((ref: string) => ref !== 'u10');
    });
    expect((await client.get(grouped)).status).toBe(200);
    expect((await client.send('DELETE', alone, { ifMatch: '*' })).status).toBe(204);
    const { title } = (await client.get(grouped)).body.data;
    const left = (await listed()).map((each) => each.title);
    expect(left).not.toContain(title);
    await expectTruth(left);
  });
}
