import { type Entry, entriesOf, type Listed, readByPrograms } from '../../../test/support/calendar-programs.ts';
import { newCalendarFeed } from '../../../test/support/test-calendar-feeds.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { Truth } from '../../../test/support/truth.ts';
import type { Platform } from '../fleet/platform.ts';
import { importDemo, type School } from '../fleet/school.ts';
import type { Integrator } from '../traffic/integrator.ts';
import type { Kind } from '../traffic/kinds.ts';

/** The ends of journeys whose steps the traffic makes. */
export async function truthsOf(integrator: Integrator, school: School, platform: Platform): Promise<readonly Truth[]> {
  const [client] = school.clients.slice(-1) as [TestClient];
  let turn = 0;
  const next = (all: readonly string[]) => all[turn++ % all.length] ?? '';
  /** All records of a list; undefined if a page could not be read. */
  const readAll = async <Row>(kind: Kind, path: string, userId: string): Promise<Row[] | undefined> => {
    const rows: Row[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await integrator.read(kind, client, path, { limit: '100', userId, ...(cursor && { cursor }) });
      if (!answer) return undefined;
      rows.push(...answer.body.data);
      cursor = answer.body.pagination.next_cursor;
    }
    return rows;
  };

  const [organizer = ''] = school.memberIds;
  const { pathname } = new URL((await newCalendarFeed(client, { userId: organizer })).url);
  const listed = async () => {
    const rows = await readAll<Listed>('list appointments', '/appointments', organizer);
    return rows && entriesOf(rows).map(textOf);
  };
  /** A member's calendar shows the appointments that the list shows; those that it organizes it is invited to as well. */
  const calendar: Truth = {
    name: 'a calendar that shows the list',
    async differences() {
      const before = await listed();
      const answer = await fetch(new URL(pathname, next(platform.urls))).catch(() => undefined);
      const shown = answer?.status === 200 ? await answer.text() : undefined;
      const after = await listed();
      if (!before || !after || shown === undefined || before.join() !== after.join()) return undefined;
      return readByPrograms(shown)
        .map((entries) => entries.map(textOf))
        .filter((entries) => entries.join() !== before.join())
        .map((entries) => `${missing(before, entries)} only in the list, ${missing(entries, before)} in the calendar`);
    },
  };

  const sumsOf = async (userId: string) => {
    const logs = await readAll<Omit<Sums, 'logs'>>('list logs', '/time-tracking/logs', userId);
    return logs && sumOf(logs.map((log) => ({ ...log, logs: 1 })));
  };
  /** The totals of a member are the sums of its logs. Each time it is another member. */
  const hours: Truth = {
    name: 'hours that add up',
    async differences() {
      const userId = next(school.memberIds);
      const before = await sumsOf(userId);
      const totals: Sums[] = [];
      for (const days of DAYS) {
        const query = { userId, ...days, by: 'month' };
        const answer = await integrator.read('list logs', client, '/time-tracking/totals', query);
        if (!answer) return undefined;
        totals.push(...answer.body.data.periods);
      }
      if (!before || before !== (await sumsOf(userId))) return undefined;
      const shown = sumOf(totals);
      return before === shown ? [] : [`the logs of ${userId} are ${before}, its totals ${shown}`];
    },
  };

  const user = await pathOfUserWithoutImage(client, school);
  /** The bundle of the institution, imported again, changes nothing: not what it does not name, either. */
  const roster: Truth = {
    name: 'a repeated import that changes nothing',
    async differences() {
      const image = `https://pictures.example/${turn++}.png`;
      const changed = await client.patch(user, { image }, { ifMatch: '*' });
      if (changed.status !== 200) return undefined;
      const { summaries } = await importDemo(platform);
      const { body } = await client.get(user);
      return [
        ...summaries
          .filter(({ created, updated }) => created + updated > 0)
          .map(({ section, created, updated }) => `${section}: ${created} created, ${updated} updated`),
        ...(body.data.image === image ? [] : [`${user}: the picture is ${body.data.image}, not ${image}`]),
      ];
    },
  };
  return [calendar, hours, roster];
}

const textOf = ({ id, title, at }: Entry) => `${id} ${title} ${at}`;

function missing(from: readonly string[], others: readonly string[]): string {
  const lacking = from.filter((text) => !others.includes(text));
  return `${lacking.length} (${lacking[0] ?? 'none'})`;
}

type Sums = Readonly<Record<(typeof SUMMED)[number], number>>;
const SUMMED = ['logs', 'workedMinutes', 'pauseMinutes'] as const;

/** Members begin and end at whole minutes, and none works at the end of a month: all sums are exact. */
function sumOf(all: readonly Sums[]): string {
  return SUMMED.map((key) => `${key}: ${all.reduce((total, each) => total + each[key], 0)}`).join(', ');
}

/** Those of the logs, and those of the punches. */
const DAYS = [
  { from: '2019-12-31', to: '2020-12-31' },
  { from: '2024-10-06', to: '2024-10-09' },
];

async function pathOfUserWithoutImage(client: TestClient, { userIds }: School): Promise<string> {
  for (const userId of userIds) {
    const path = `/users/${userId}`;
    if ((await client.get(path)).body.data.image === null) return path;
  }
  throw new Error('the bundle names a picture of everybody');
}
