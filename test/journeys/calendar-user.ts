import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { expect, it } from 'vitest';
import { demoAs, type LooseBundle } from '../support/cli/bundles.ts';
import { newCalendarFeed, readFeed } from '../support/test-calendar-feeds.ts';
import type { Campus } from './campus.ts';

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly at: string;
}

const byId = (a: Shown, b: Shown) => (a.id < b.id ? -1 : 1);
const idOf = (uid: string) => uid.replace(/@lyceum$/, '');

/** The appointments that a calendar shows as taking place, as two calendar programs read it. */
function shownBy(text: string): Shown[][] {
  const first = Object.values(nodeIcal.sync.parseICS(text)).flatMap((entry) =>
    entry?.type === 'VEVENT' && entry.status !== 'CANCELLED'
      ? [{ id: idOf(entry.uid), title: String(entry.summary), at: entry.start.toISOString() }]
      : [],
  );
  const second = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .filter((entry) => entry.getFirstPropertyValue('status') !== 'CANCELLED')
    .map((entry) => new ICAL.Event(entry))
    .map(({ uid, summary, startDate }) => ({ id: idOf(uid), title: summary, at: startDate.toJSDate().toISOString() }));
  return [first.sort(byId), second.sort(byId)];
}

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
    const listed = async () =>
      (await client.walk('/appointments', { userId, limit: '100' })) as {
        id: string;
        title: string;
        dateTime: string;
      }[];
    const expectTruth = async (titles: readonly string[]) => {
      const truth = (await listed()).map(({ id, title, dateTime }) => ({ id, title, at: dateTime })).sort(byId);
      expect(truth.map(({ title }) => title).sort()).toEqual([...titles].sort());
      ({ text } = await readFeed(feed.url));
      expect(shownBy(text)).toEqual([truth, truth]);
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
