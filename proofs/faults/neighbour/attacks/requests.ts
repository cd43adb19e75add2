import { randomBytes, randomUUID } from 'node:crypto';
import type { Attacker } from '../attacker.ts';
import type { LargeInstitution } from '../large-institution.ts';
import {
  A_YEAR,
  type Attack,
  at,
  attack,
  BULK,
  largestBulk,
  largestPage,
  longCalendar,
  MEMBERS_WITH_HOURS,
  post,
  recordHours,
  SHED,
} from './attack.ts';

type PathOf = (institution: LargeInstitution, n: number) => string;

/** @param answers beside refusals */
function reading(name: string, parallel: number, pathOf: PathOf, answers: readonly string[] = ['200']): Attack {
  const run = (attacker: Attacker) =>
    attacker.keepSending(parallel, (n) => ({ path: pathOf(attacker.order.institution, n) }));
  return attack(name, answers, run, { bounds: [...answers, ...SHED] });
}

export const largePages = reading('large pages', 40, largestPage);
export const largePagesOfIds = reading('large pages, fields=id', 40, (all) => `${largestPage(all)}&fields=id`);
export const calendars = reading('calendars', 10, longCalendar);

/** Filters that match almost nothing, so that the search examines as many rows as possible. */
export const costlyFilters = reading('filters that match nothing', 40, ({ longCourseId, userIds }, n) => {
  const filters = [
    `/appointments?limit=100&userId=${randomUUID()}`,
    `/appointments?limit=100&organizerId=${userIds.at(-1)}&courseId=${longCourseId}`,
    `/appointments?limit=100&roomId=${randomUUID()}&from=1970-01-01T00:00:00Z&to=9998-01-01T00:00:00Z`,
    '/appointments?limit=100&updatedSince=9998-01-01T00:00:00Z',
    '/users?limit=100&updatedSince=9998-01-01T00:00:00Z',
    `/time-tracking/logs?limit=100&userId=${at(userIds, n)}&from=1970-01-01T00:00:00Z`,
  ];
  return at(filters, n);
});

const LONG_QUERIES = [
  `/users?fields=${'id,'.repeat(4_500)}id`,
  `/users?fields=${'id,'.repeat(4_500)}x`,
  `/appointments?${'fields=id&'.repeat(1_400)}limit=100`,
  `/users?${'a=&'.repeat(4_500)}limit=100`,
  `/users?email=${'%C3%A4'.repeat(2_000)}`,
];

/** Query strings of the maximum length that Node's HTTP parser accepts. */
export const longQueries = reading('long lists of fields', 40, (_, n) => at(LONG_QUERIES, n), [
  '200',
  '400 bad_request',
]);

/** Walks to the end of a long list, many of them concurrently. */
export const deepPages = attack('deep pages', ['200'], (attacker) =>
  attacker.keepDoing(20, async () => {
    let next: string | undefined = '';
    while (next !== undefined && !attacker.isOver) {
      const { text } = await attacker.send({ path: `/appointments?limit=100${next && `&cursor=${next}`}` });
      next = /"next_cursor":"([^"]+)"/.exec(text.slice(-1_000))?.[1];
    }
  }),
);

/** More requests than the limit per minute, all at one moment, then as many as the Ingress lets through. */
export const rateLimitUsedUp = attack(
  'more requests than are allowed',
  ['200'],
  (attacker) => attacker.keepSending(1_000, () => ({ path: '/users?limit=1' })),
  { bounds: ['429 rate_limit_exceeded'] },
);

/** Lists of a year's logs, and its totals by day. */
export const hoursOfYears = attack(
  'lists and totals of a year of hours',
  ['200'],
  (attacker) =>
    attacker.keepSending(40, (n) => {
      const userId = `userId=${attacker.order.institution.userIds[n % MEMBERS_WITH_HOURS]}`;
      const times = `from=${A_YEAR.from}T00:00:00Z&to=${A_YEAR.to}T00:00:00Z`;
      const paths = [
        `/time-tracking/totals?${userId}&from=${A_YEAR.from}&to=${A_YEAR.to}&by=day`,
        `/time-tracking/logs?limit=100&${userId}&${times}`,
      ];
      return { path: at(paths, n) };
    }),
  { needsNoAppointments: true, prepare: recordHours },
);

const bulks = (path: string): Attack['run'] => {
  return (attacker) =>
    attacker.keepSending(8, (n) => post(path, largestBulk(at(attacker.order.institution.userIds, n))));
};

/** Bulks for one member after the other. */
export const largeBulks = attack('bulks of 500 logs with 5 pauses', ['200'], bulks(BULK));

/** The same, tried and rolled back. */
export const dryRuns = attack('dry runs of 500 logs', ['200'], bulks(`/dry-run${BULK}`), { needsNoAppointments: true });

/** The largest records possible, until the daily write limit is reached. */
export const storage = attack(
  'writes beyond what a day allows',
  ['201'],
  async (attacker) => {
    const { layerIds, userIds } = attacker.order.institution;
    const people = { userIds, organizerIds: userIds.slice(0, 200) };
    const own = { title: 'Full', notes: 'x'.repeat(10_000), dateTime: '2026-10-12T08:00:00Z', duration: 45 };
    const body = Buffer.from(JSON.stringify({ ...own, courseIds: layerIds, ...people }));
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
  { bounds: ['429 rate_limit_exceeded'] },
);

/** Far more than the daily limit lets pass. */
const MAX_TRIES = 10_000;
/** Where the detail of the daily limit starts to differ from that of the limit per minute. */
const SPENT = 'may write per day';

/** Requests with unknown credentials, as many as the Ingress lets through. */
function strangers(name: string, makeHeader: (attacker: Attacker, n: number) => string): Attack {
  return attack(name, ['401 unauthorized'], (attacker) =>
    attacker.keepSending(200, (n) => ({
      path: '/users?limit=1',
      headers: { authorization: makeHeader(attacker, n) },
    })),
  );
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** Each of them could be a valid one. */
export const unknownIds = strangers('unknown client ids', () =>
  basic(`lyceum-${randomBytes(12).toString('base64url')}`, 'secret'),
);

export const wrongCredentials = strangers('credentials of all wrong kinds', ({ order }, n) => {
  const [id = ''] = Buffer.from(order.authorization.slice('Basic '.length), 'base64').toString().split(':');
  return at([basic(id, randomBytes(8).toString('hex')), basic(`a b${n}`, 'x'), basic('x'.repeat(8_000), 'x'), ''], n);
});
