import { DAY_MS, HOUR_MS } from '../../platform/core/instant.ts';
import { Draws } from '../../test/support/draws.ts';
import type { FakeClock } from '../../test/support/fake-clock.ts';
import { MonthSchool, type Platform } from './month-school.ts';
import type { TrackedMember } from './tracked-member.ts';

export interface MonthOptions {
  readonly clock: FakeClock;
  readonly seed: number;
  readonly days: number;
  readonly operations: number;
  readonly schools: number;
  readonly membersEach: number;
}

/** The month so far, after a day. */
export interface Day {
  readonly day: number;
  readonly operations: number;
  /** All of them, as the reference has them and the platform lists them. */
  readonly records: number;
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Has the members of several schools work for days, many at once, one request at a time each, while the clock moves on.
 * Every answer is compared with the reference's, and all records and hours after every day. Throws what differs.
 */
export async function* runMonth(platform: Platform, options: MonthOptions): AsyncGenerator<Day> {
  const { clock, seed, days, operations } = options;
  const draws = new Draws(seed);
  const schools = await openSchools(platform, options);
  const members = schools.flatMap((school) => school.members.map((member) => ({ school, member })));
  const statuses = new Map<number, number>();
  const steps = days * STEPS_A_DAY;
  let done = 0;
  for (let step = 1; step <= steps; step++) {
    const now = clock.now();
    const times = new Map(schools.map((school) => [school, school.timeAt(now)]));
    const acting = draws.shuffled(members).slice(0, Math.round((operations * step) / steps) - done);
    await together(acting, async ({ school, member }) => {
      const time = times.get(school);
      if (!time) return;
      const status = await member.act(time);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    done += acting.length;
    clock.advance(DAY_MS / STEPS_A_DAY + draws.between(0, 999));
    if (step % STEPS_A_DAY !== 0) continue;
    await together(members, ({ school, member }) => member.compare(school.zone));
    for (const school of schools) await school.copies.converge();
    yield { day: step / STEPS_A_DAY, operations: done, records: sumOf(members), statuses };
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
const ZONES = [
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
] as const;

async function openSchools(platform: Platform, { seed, schools, membersEach }: MonthOptions): Promise<MonthSchool[]> {
  const opened: MonthSchool[] = [];
  for (let index = 0; index < schools; index++) {
    const zone = ZONES[index % ZONES.length] ?? ZONES[0];
    const own = { name: `school-${index}`, zone, members: membersEach, seed: seed + 1_000 * (index + 1) };
    opened.push(await MonthSchool.open(platform, own));
  }
  return opened;
}

async function together<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await act(item);
    }),
  );
}

function sumOf(members: readonly { readonly member: TrackedMember }[]): number {
  return members.reduce((sum, { member }) => sum + member.records, 0);
}

const STEPS_A_DAY = DAY_MS / (HOUR_MS / 4);
const AT_ONCE = 32;
