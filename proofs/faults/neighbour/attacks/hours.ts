import type { Attacker } from '../attacker.ts';
import { type Attack, SHED } from './attack.ts';
import { BULK, largestBulk, post } from './writes.ts';

/** A year in which each of the members has a log on every day. */
export const A_YEAR = { from: '1990-01-01', last: '1990-12-31', to: '1991-01-01' };
const MEMBERS = 40;

/** Gives members a log with five pauses for each of 500 days, by several clients, as one may not write as much. */
export async function recordHours(attacker: Attacker): Promise<void> {
  const { colleagues, institution } = attacker.order;
  for (const [n, id] of institution.userIds.slice(0, MEMBERS).entries()) {
    const { headers, ...bulk } = post(BULK, largestBulk(id));
    const authorization = colleagues[n % colleagues.length] ?? '';
    await attacker.sendDirectly({ ...bulk, headers: { ...headers, authorization } });
  }
}

/** Lists of a year's logs, and its totals by day. */
export const hoursOfYears: Attack = {
  name: 'lists and totals of a year of hours',
  needsNoAppointments: true,
  allowed: ['200', ...SHED],
  bounds: ['200'],
  prepare: recordHours,
  async run(attacker) {
    const { userIds } = attacker.order.institution;
    await attacker.keepSending(40, (n) => {
      const userId = `userId=${userIds[n % MEMBERS]}`;
      const times = `from=${A_YEAR.from}T00:00:00Z&to=${A_YEAR.to}T00:00:00Z`;
      const paths = [
        `/time-tracking/totals?${userId}&from=${A_YEAR.from}&to=${A_YEAR.to}&by=day`,
        `/time-tracking/logs?limit=100&${userId}&${times}`,
      ];
      return { path: paths[n % paths.length] ?? '' };
    });
  },
};
