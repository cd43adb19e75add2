import { setTimeout as delay } from 'node:timers/promises';
import { BODY_BOUNDS } from '../../../../gateway/http/received-body.ts';
import type { Request } from '../attacker.ts';
import { type Attack, SHED } from './attack.ts';
import { largestPage, longCalendar } from './reads.ts';
import { BULK, largestBulk, post } from './writes.ts';

/**
 * As many small reads as use the platform up, of one institution's clients that are all within their limits: what an
 * attack is compared with.
 */
export const wellBehaved: Attack = {
  name: 'a well-behaved institution',
  allowed: ['200', ...SHED],
  bounds: ['200'],
  async run(attacker) {
    const { colleagues, institution } = attacker.order;
    const one = async (authorization: string) => {
      for (let n = 0; !attacker.isOver; n++)
        await attacker.sendDirectly({
          path: `/users/${institution.userIds[n % institution.userIds.length]}`,
          headers: { authorization },
        });
    };
    await Promise.all(colleagues.map(one));
  },
};

/** The largest pages, while 200 other institutions send a little: every one of their requests must be answered. */
export const besideMany: Attack = {
  name: 'large pages beside 200 institutions',
  others: 200,
  allowed: ['200', 'of another: 200', ...SHED],
  bounds: ['of another: 200'],
  async prepare(attacker) {
    // They have been active for long: both gateways know their credentials.
    for (const authorization of attacker.order.others)
      await Promise.all([1, 2].map(() => attacker.sendDirectly(little(authorization))));
  },
  async run(attacker) {
    const { others, institution } = attacker.order;
    const sendLittle = async (authorization: string, n: number) => {
      await delay((n * PAUSE_MS) / others.length);
      while (!attacker.isOver) await Promise.all([attacker.sendDirectly(little(authorization)), delay(PAUSE_MS)]);
    };
    await Promise.all([
      ...others.map(sendLittle),
      attacker.keepSending(40, () => ({ path: largestPage(institution) })),
    ]);
  },
};

function little(authorization: string): Request {
  return { path: '/users?limit=10', headers: { authorization }, countedAs: 'of another: ' };
}

/**
 * Bodies just below every limit that arrive slowly, beside a mix of the largest requests at just below the rate limit.
 */
export const trickle: Attack = {
  name: 'a trickle of the largest requests',
  allowed: ['200', '404 not_found', '422 validation_failed', ...SHED],
  bounds: ['200'],
  async run(attacker) {
    const { institution } = attacker.order;
    const { userIds } = institution;
    const name = '{"name":"';
    const slow = Buffer.from(`${name}${'a'.repeat(BODY_BOUNDS.bytes - name.length - 2)}"}`);
    const slowly = () => attacker.sendInParts(post('/users', slow), PARTS, PART_EVERY_MS);
    const kinds = [
      () => ({ path: largestPage(institution) }),
      () => ({ path: longCalendar(institution) }),
      (n: number) => post(BULK, largestBulk(userIds[n % userIds.length])),
    ];
    let count = 0;
    const steadily = async () => {
      const at = count++;
      const make = kinds[at % kinds.length] as (typeof kinds)[number];
      await Promise.all([attacker.send(make(at)), delay(STEADY_MS)]);
    };
    await Promise.all([attacker.keepDoing(40, slowly), attacker.keepDoing(1, steadily)]);
  },
};

/** A large institution's night run, all at one moment: everything is answered. */
export const nightRun: Attack = {
  name: 'the night run of a large institution',
  allowed: ['200'],
  bounds: ['200'],
  async run(attacker) {
    const { institution } = attacker.order;
    const { userIds } = institution;
    const calendars = Array.from({ length: 10 }, () => ({ path: longCalendar(institution) }));
    const pages = Array.from({ length: 40 }, () => ({ path: largestPage(institution) }));
    const bulks = userIds.slice(0, 8).map((id) => post(BULK, largestBulk(id)));
    await Promise.all([...calendars, ...pages, ...bulks].map((request) => attacker.send(request)));
  },
};

const PAUSE_MS = 2_000;
/** 15 requests a second are 900 a minute. */
const STEADY_MS = 67;
const PARTS = 10;
const PART_EVERY_MS = 1_000;
