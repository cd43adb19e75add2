import { randomUUID } from 'node:crypto';
import type { LargeInstitution } from '../large-institution.ts';
import { type Attack, SHED } from './attack.ts';

const BEGIN = Date.parse('1990-01-01T06:00:00Z');
export const BULK = '/time-tracking/logs/bulk';

/** The body of a bulk with the maximum number of logs and pauses, all valid, for one member. */
export function largestBulk(userId: string | undefined): Buffer {
  return Buffer.from(`{"userId":"${userId}","items":${logs}}`);
}

const logs = JSON.stringify(Array.from({ length: 500 }, (_, day) => logOf(day)));

/** Bulks of 500 logs with 28 pauses each, all valid, for one member after the other. */
export const largeBulks: Attack = {
  name: 'bulks of 500 logs with 5 pauses',
  allowed: ['200', ...SHED],
  bounds: ['200'],
  async run(attacker) {
    const { userIds } = attacker.order.institution;
    await attacker.keepSending(8, (n) => post(BULK, largestBulk(userIds[n % userIds.length])));
  },
};

/** The same, tried and rolled back. */
export const dryRuns: Attack = {
  name: 'dry runs of 500 logs',
  needsNoAppointments: true,
  allowed: ['200', ...SHED],
  bounds: ['200'],
  async run(attacker) {
    const { userIds } = attacker.order.institution;
    await attacker.keepSending(8, (n) => post(`/dry-run${BULK}`, largestBulk(userIds[n % userIds.length])));
  },
};

/** The largest records possible, until the daily write limit is reached. */
export const storage: Attack = {
  name: 'writes beyond what a day allows',
  allowed: ['201', ...SHED],
  bounds: ['429 rate_limit_exceeded'],
  async run(attacker) {
    const body = crowdedAppointment(attacker.order.institution);
    let isSpent = false;
    const one = async () => {
      for (let tries = 0; !isSpent; tries++) {
        if (tries === MAX_TRIES) throw new Error('no response mentioned the daily limit');
        isSpent = (await attacker.send(post('/appointments', body))).text.includes(SPENT);
      }
    };
    await Promise.all([one(), one(), one(), one()]);
    await attacker.keepSending(4, () => post('/appointments', body));
  },
};

export function post(path: string, body: Buffer) {
  return { method: 'POST', path, body, headers: { 'idempotency-key': randomUUID() } } as const;
}

function logOf(day: number) {
  // Without milliseconds: with them the body would be over its size limit.
  const at = (minute: number) => `${new Date(BEGIN + (day * 24 * 60 + minute) * 60_000).toISOString().slice(0, 19)}Z`;
  const pauses = Array.from({ length: 5 }, (_, n) => ({ startTime: at(n * 15 + 10), endTime: at(n * 15 + 11) }));
  return { startTime: at(0), endTime: at(8 * 60), pauses };
}

function crowdedAppointment({ layerIds, userIds }: LargeInstitution): Buffer {
  const dateTime = '2026-10-12T08:00:00Z';
  const people = { userIds, organizerIds: userIds.slice(0, 200) };
  return Buffer.from(
    JSON.stringify({
      title: 'Full',
      notes: 'x'.repeat(10_000),
      dateTime,
      duration: 45,
      courseIds: layerIds,
      ...people,
    }),
  );
}

/** Far more than the daily limit lets pass. */
const MAX_TRIES = 10_000;
/** Where the detail of the daily limit starts to differ from that of the limit per minute. */
const SPENT = 'may write per day';
