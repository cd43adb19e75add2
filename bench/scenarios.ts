import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../platform/core/instant.ts';
import type { Bench } from './prepare.ts';
import { appointmentBody } from './timetable.ts';

/** A scenario: requests that a client repeats one after the other. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The lowest intended ratios of throughput to the baseline, if it serves this. */
  readonly aims?: Aims;
  /** The items of a request with many, to show figures per item. */
  readonly items?: { readonly noun: string; readonly count: number };
  /** The maximum number of clients: lower if a request has hundreds of items. */
  readonly connections?: number;
  /** A warm-up other than a round like the others: after a few thousand runs, code is not fully optimised yet. */
  readonly warmUp?: WarmUp;
  /**
   * The maximum number of integrations: few for slow requests, because each is looked up again every few seconds, which
   * should not be measured.
   */
  readonly integrations?: number;
  /** The requests of a round, instead of as many as fit into its time. */
  readonly requests?: number;
  /** Whether all requests of a round are of one integration: of another in each, because of its limit of a minute. */
  readonly isOfOne?: true;
  /** Whether the gateway must look up the credentials of each request, instead of none. */
  readonly isCold?: true;
}

/** By shape: in one process, or the gateway and the services apart. */
export interface Aims {
  readonly one: number;
  readonly apart: number;
}

export interface WarmUp {
  readonly connections: number;
  /** Bounded, because the rate limits also apply to the rounds within the same minute. */
  readonly requests: number;
}

/** One request; `n` increases with each run through the steps, across all targets. */
interface Step {
  readonly method: 'GET' | 'POST';
  readonly expectedStatus: number;
  /** Whether clients send the ETag of the first answer; only for one path. */
  readonly revalidates?: true;
  path(n: number): string;
  body?(n: number): object;
}

const LOGS_PER_BULK = 500;
const FEW_INTEGRATIONS = 40;
/** After the existing ones. */
const FIRST_NEW_APPOINTMENT = 1_000_000;
const MINUTE_MS = 60_000;
/** Far apart, so that the scenarios' records never overlap. */
const FIRST_DAY = { bulk: Date.UTC(1980, 0, 1), log: Date.UTC(2010, 0, 1), session: Date.UTC(2015, 0, 1) } as const;

type More = Omit<Scenario, 'name' | 'steps'>;

export function reading(name: string, path: (n: number) => string, more: More = {}): Scenario {
  return { name, steps: [{ method: 'GET', expectedStatus: 200, path }], ...more };
}

export function creating(name: string, path: string, body: (n: number) => object, more: More = {}): Scenario {
  return { name, steps: [{ method: 'POST', expectedStatus: 201, path: () => path, body }], ...more };
}

/** @param turnOf how often the user was used before: each time has a day of its own */
export function punching(userOf: (n: number) => string, turnOf: (n: number) => number, more: More = {}): Scenario {
  const punch = (step: 'start' | 'stop', hour: number, expectedStatus: number): Step => ({
    method: 'POST',
    expectedStatus,
    path: () => `/time-tracking/sessions/${step}`,
    body: (n) => ({
      userId: userOf(n),
      at: instant(FIRST_DAY.session + turnOf(n) * DAY_MS + hour * 60 * MINUTE_MS),
    }),
  });
  return { name: 'start, then stop', steps: [punch('start', 8, 201), punch('stop', 9, 200)], ...more };
}

export function scenariosOf({ userIds, timetable, curriculumVersionPath, authorizations }: Bench): readonly Scenario[] {
  const userOf = (n: number) => userIds[n % userIds.length] as string;
  /** How often the user was used before. */
  const turnOf = (n: number) => Math.floor(n / userIds.length);
  const getById = (n: number) => `/users/${userOf(n)}`;
  const slow = { integrations: FEW_INTEGRATIONS };
  // Answers are large: those of more clients than this, all behind one busy load generator, count as unsent bytes and
  // are shed.
  const large = { connections: 4, ...slow };
  return [
    reading('GET by id', getById, { aims: { one: 1.6, apart: 1.3 } }),
    reading('alone: GET by id of one client', getById, {
      aims: { one: 0.67, apart: 0.4 },
      connections: 1,
      warmUp: { connections: 64, requests: 15_000 },
      isOfOne: true,
      requests: 600,
    }),
    reading('cold: GET by id after a look-up', getById, { requests: authorizations.length, isCold: true }),
    reading('page of 50', () => '/users?limit=50', { aims: { one: 1.1, apart: 1.0 } }),
    creating('create with key', '/users', newUser, { aims: { one: 1.6, apart: 1.3 } }),
    reading('page of 50 appointments', () => '/appointments?limit=50', { aims: { one: 1.0, apart: 0.9 }, ...slow }),
    creating(
      'create appointment',
      '/appointments',
      (n) => appointmentBody(timetable, userIds, FIRST_NEW_APPOINTMENT + n),
      { aims: { one: 1.0, apart: 0.85 }, ...slow },
    ),
    reading('version detail, for the first time', (n) => spelling(curriculumVersionPath, n), {
      aims: { one: 0.9, apart: 0.6 },
      ...large,
    }),
    {
      name: 'version detail, again and unchanged',
      steps: [{ method: 'GET', expectedStatus: 200, path: () => curriculumVersionPath, revalidates: true }],
      aims: { one: 10, apart: 10 },
      ...large,
    },
    punching(userOf, turnOf, { aims: { one: 1.2, apart: 1.0 }, ...slow }),
    creating('log create', '/time-tracking/logs', (n) => ({
      userId: userOf(n),
      ...logAt(FIRST_DAY.log + turnOf(n) * MINUTE_MS),
    })),
    {
      name: 'bulk of 500 logs',
      steps: [
        {
          method: 'POST',
          expectedStatus: 200,
          path: () => '/time-tracking/logs/bulk',
          body: (n) => ({ userId: userOf(n), items: logsFrom(FIRST_DAY.bulk + turnOf(n) * LOGS_PER_BULK * MINUTE_MS) }),
        },
      ],
      items: { noun: 'log', count: LOGS_PER_BULK },
      ...large,
    },
  ];
}

/** The headers and the body of one of a step's requests. */
export function requestOf({ body }: Pick<Step, 'body'>, n: number, authorization = '') {
  if (!body) return { headers: { authorization } };
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  return { headers, body: JSON.stringify(body(n)) };
}

/** The body of a new user. */
export function newUser() {
  return { email: `${randomUUID()}@bench.example`, firstName: 'New', lastName: 'User' };
}

/**
 * A different spelling of a path for each number: ids are case-insensitive, but cached responses are keyed by spelling.
 */
function spelling(path: string, n: number): string {
  let bits = n;
  return path.replace(/[a-f](?=[^/]*$)/g, (letter) => {
    const isCapital = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return isCapital ? letter.toUpperCase() : letter;
  });
}

function logsFrom(startMs: number): object[] {
  return Array.from({ length: LOGS_PER_BULK }, (_, index) => logAt(startMs + index * MINUTE_MS));
}

/** A log of one minute, adjacent to its neighbours. */
function logAt(startMs: number) {
  return { startTime: instant(startMs), endTime: instant(startMs + MINUTE_MS) };
}

function instant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
