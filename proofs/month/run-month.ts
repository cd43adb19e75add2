import { DAY_MS, HOUR_MS } from '../../platform/core/instant.ts';
import { Draws } from '../../test/support/draws.ts';
import type { FakeClock } from '../../test/support/fake-clock.ts';
import type { Operator } from '../../test/support/operator.ts';
import { type MonthSchool, openSchool } from './month-school.ts';

type MonthOptions = {
  readonly operator: Operator;
  readonly url: string;
  readonly clock: FakeClock;
  readonly folder: string;
} & Readonly<Record<'seed' | 'days' | 'operations' | 'schools' | 'membersEach', number>>;

/**
 * The month so far, after a day: the number of records, as the reference has them and the platform lists them, and how
 * many answers had each status.
 */
export type Day = Readonly<Record<'day' | 'operations' | 'records', number>> & {
  readonly statuses: ReadonlyMap<number, number>;
};

/**
 * Has the members of several schools work for days, many at once, one request at a time each, while the clock moves on.
 * Every answer is compared with the reference's, and all records and hours after every day. Throws what differs.
 */
export async function* runMonth(options: MonthOptions): AsyncGenerator<Day> {
  const { operator, url, clock, seed, days, operations, folder } = options;
  const draws = new Draws(seed);
  const schools: MonthSchool[] = [];
  for (let index = 0; index < options.schools; index++) {
    const own = {
      name: `school-${index}`,
      zone: ZONES[index % ZONES.length] as string,
      size: options.membersEach,
      folder,
    };
    schools.push(await openSchool(operator, url, { ...own, seed: seed + 1_000 * (index + 1) }));
  }
  const members = schools.flatMap((school) => school.members.map((member) => ({ school, member })));
  const statuses = new Map<number, number>();
  const steps = days * STEPS_A_DAY;
  let done = 0;
  for (let step = 1; step <= steps; step++) {
    const now = clock.now();
    const acting = draws.shuffled(members).slice(0, Math.round((operations * step) / steps) - done);
    await together(acting, async ({ school, member }) => {
      const status = await member.act(school.timeAt(now));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    done += acting.length;
    clock.advance(DAY_MS / STEPS_A_DAY + draws.between(0, 999));
    if (step % STEPS_A_DAY !== 0) continue;
    await together(members, ({ school, member }) => member.compare(school.zone));
    for (const school of schools) await school.copies.converge();
    const records = members.reduce((sum, { member }) => sum + member.records, 0);
    yield { day: step / STEPS_A_DAY, operations: done, records, statuses };
    const moving = draws.oneOf(schools);
    for (const school of schools) await school.importAgain(draws, school === moving ? draws.oneOf(ZONES) : undefined);
    // No cache has the former zone any more, and the rate limit's minute is over.
    clock.advance(61_000);
  }
}

/**
 * Zones whose clocks change in October or at the beginning of November, some of them at midnight, and zones far from
 * UTC.
 */
const ZONES: readonly string[] = [
  'Europe/Berlin',
  'Asia/Beirut',
  'Africa/Cairo',
  'America/Havana',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Pacific/Apia',
];

async function together<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await act(item);
    }),
  );
}

const STEPS_A_DAY = DAY_MS / (HOUR_MS / 4);
const AT_ONCE = 32;
