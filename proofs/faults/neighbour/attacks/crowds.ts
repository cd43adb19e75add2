import { setTimeout as delay } from 'node:timers/promises';
import { BODY_BOUNDS } from '../../../../gateway/http/received-body.ts';
import { type Answer, Visitor } from '../../../../test/support/console/visitor.ts';
import type { Attacker, Request } from '../attacker.ts';
import {
  A_YEAR,
  type Attack,
  at,
  attack,
  BULK,
  largestBulk,
  largestPage,
  longCalendar,
  post,
  recordHours,
} from './attack.ts';

/**
 * As many small reads as use the platform up, of one institution's clients that are all within their limits: what an
 * attack is compared with.
 */
export const wellBehaved = attack('a well-behaved institution', ['200'], async (attacker) => {
  const { colleagues, institution } = attacker.order;
  const one = async (authorization: string) => {
    for (let n = 0; !attacker.isOver; n++)
      await attacker.sendDirectly({ path: `/users/${at(institution.userIds, n)}`, headers: { authorization } });
  };
  await Promise.all(colleagues.map(one));
});

/** The largest pages, while 200 other institutions send a little: every one of their requests must be answered. */
export const besideMany = attack(
  'large pages beside 200 institutions',
  ['of another: 200', '200'],
  async (attacker) => {
    const { others, institution } = attacker.order;
    const sendLittle = async (authorization: string, n: number) => {
      await delay((n * PAUSE_MS) / others.length);
      while (!attacker.isOver) await Promise.all([attacker.sendDirectly(little(authorization)), delay(PAUSE_MS)]);
    };
    const pages = attacker.keepSending(40, () => ({ path: largestPage(institution) }));
    await Promise.all([...others.map(sendLittle), pages]);
  },
  {
    others: 200,
    async prepare(attacker) {
      // They have been active for long: both gateways know their credentials.
      for (const authorization of attacker.order.others)
        await Promise.all([1, 2].map(() => attacker.sendDirectly(little(authorization))));
    },
  },
);

function little(authorization: string): Request {
  return { path: '/users?limit=10', headers: { authorization }, countedAs: 'of another: ' };
}

/**
 * Bodies just below every limit that arrive slowly, beside a mix of the largest requests at just below the rate limit.
 */
export const trickle = attack(
  'a trickle of the largest requests',
  ['200', '404 not_found', '422 validation_failed'],
  async (attacker) => {
    const { institution } = attacker.order;
    const name = '{"name":"';
    const slow = Buffer.from(`${name}${'a'.repeat(BODY_BOUNDS.bytes - name.length - 2)}"}`);
    const slowly = () => attacker.sendInParts(post('/users', slow), PARTS, PART_EVERY_MS);
    const kinds = [
      () => ({ path: largestPage(institution) }),
      () => ({ path: longCalendar(institution) }),
      (n: number) => post(BULK, largestBulk(at(institution.userIds, n))),
    ];
    let count = 0;
    const steadily = async () => {
      const n = count++;
      await Promise.all([attacker.send(at(kinds, n)(n)), delay(STEADY_MS)]);
    };
    await Promise.all([attacker.keepDoing(40, slowly), attacker.keepDoing(1, steadily)]);
  },
);

/** A large institution's night run, all at one moment: everything is answered. */
export const nightRun: Attack = {
  name: 'the night run of a large institution',
  allowed: ['200'],
  bounds: ['200'],
  async run(attacker) {
    const { institution } = attacker.order;
    const requests: Request[] = [
      ...Array(10).fill({ path: longCalendar(institution) }),
      ...Array(40).fill({ path: largestPage(institution) }),
      ...institution.userIds.slice(0, 8).map((id) => post(BULK, largestBulk(id))),
    ];
    await Promise.all(requests.map((request) => attacker.send(request)));
  },
};

const PAUSE_MS = 2_000;
/** 15 requests a second are 900 a minute. */
const STEADY_MS = 67;
const PARTS = 10;
const PART_EVERY_MS = 1_000;

/** What an administrator does in one session of the console, ten times at once. */
function inConsole(
  name: string,
  allowed: readonly string[],
  act: (visitor: Visitor, n: number, attacker: Attacker) => Promise<unknown>,
  prepare?: Attack['prepare'],
): Attack {
  return {
    ...{ name, allowed, bounds: ['200'], needsNoAppointments: true, needsConsole: true, ...(prepare && { prepare }) },
    async run(attacker) {
      const { consoleUrl, signInLink } = attacker.order;
      const visitor = new Visitor(consoleUrl);
      const { status } = await visitor.post(signInLink);
      if (status !== 303) throw new Error(`signing in was answered with ${status}`);
      let count = 0;
      await attacker.keepDoing(10, () => act(visitor, count++, attacker));
    },
  };
}

const IMPORT = '/console/people/import';
const groups = Array.from({ length: 50 }, (_, n) => `G${n}`).join('|');
const manyPeople = [
  'email,firstName,groups',
  ...Array.from({ length: 5_000 }, (_, n) => `participant${n}@crowd.example,Person ${n},${groups}`),
].join('\n');
const lineBreaks = `email\r\n${'\n'.repeat(2_000_000)}`;

/** The largest files with people that one session sends, and looks at again and again. */
export const previews = inConsole(
  'previews of the largest files with people',
  // A file that is read, one that is refused, and the limits of a session and of a service.
  ['200', '303', '422', '429', '503'],
  async (visitor, n, attacker) => {
    const sent = await ask(attacker, () => visitor.upload(IMPORT, at([manyPeople, lineBreaks], n)));
    const preview = sent?.headers.get('location');
    for (let view = 0; preview && view < 5 && !attacker.isOver; view++) await ask(attacker, () => visitor.get(preview));
  },
);

/** A year of everybody's hours as a file, over and over by one session: it gets one file at a time. */
export const exports = inConsole(
  'exports of a year in one session',
  ['200', '429', '503'],
  (visitor, n, attacker) => {
    const path = `/console/time-records/export?from=${A_YEAR.from}&to=${A_YEAR.last}${at(['', '&by=day'], n)}`;
    return ask(attacker, () => visitor.get(path));
  },
  recordHours,
);

/** Asks when the Ingress lets it through, and counts the status. */
async function ask(attacker: Attacker, send: () => Promise<Answer>): Promise<Answer | undefined> {
  await attacker.ingress();
  const answer = await send().catch(() => undefined);
  attacker.count(answer ? String(answer.status) : 'cut off');
  return answer;
}
