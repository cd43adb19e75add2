import { randomUUID } from 'node:crypto';
import type { Bench } from './prepare.ts';
import { appointmentBody } from './timetable.ts';

/** What is measured: requests that a client sends one after the other, again and again. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The lowest ratio of throughput to the baseline that the design aims at, in the one-process shape; null where there is no baseline. */
  readonly aim: number | null;
  /** What a request holds many of, so that figures are also shown for one of them. */
  readonly items?: { readonly noun: string; readonly count: number };
  /** How many clients at most: fewer than else where a request is hundreds in one. */
  readonly connections?: number;
  /** The same for the round that warms up, where that needs more: code that ran a few thousand times is not yet what the engine makes of it. */
  readonly warmUpConnections?: number;
  /** By how many integrations at most: few where requests are slow, because each is looked up anew every few seconds, which is not what is measured. */
  readonly integrations?: number;
}

/** One request; `n` is another number each time the steps begin anew, ever greater, whatever the target. */
interface Step {
  readonly method: 'GET' | 'POST';
  readonly expectedStatus: number;
  path(n: number): string;
  body?(n: number): object;
}

const LOGS_PER_BULK = 500;
const FEW_INTEGRATIONS = 40;
/** Behind those that are there. */
const FIRST_NEW_APPOINTMENT = 1_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Apart from each other, so that the scenarios' records never meet. */
const FIRST_DAY = { bulk: Date.UTC(1980, 0, 1), log: Date.UTC(2010, 0, 1), session: Date.UTC(2015, 0, 1) } as const;

export function scenariosOf({ userIds, timetable, curriculumVersionPath }: Bench): readonly Scenario[] {
  const userOf = (n: number) => userIds[n % userIds.length] as string;
  /** How often the user has had its turn before. */
  const turnOf = (n: number) => Math.floor(n / userIds.length);
  const punch = (step: 'start' | 'stop', hour: number, expectedStatus: number): Step => ({
    method: 'POST',
    expectedStatus,
    path: () => `/time-tracking/sessions/${step}`,
    body: (n) => ({
      userId: userOf(n),
      at: instant(FIRST_DAY.session + turnOf(n) * DAY_MS + hour * 60 * MINUTE_MS),
    }),
  });
  return [
    {
      name: 'GET by id',
      steps: [{ method: 'GET', expectedStatus: 200, path: (n) => `/users/${userOf(n)}` }],
      aim: 1.5,
    },
    {
      name: 'alone: GET by id of one client',
      steps: [{ method: 'GET', expectedStatus: 200, path: (n) => `/users/${userOf(n)}` }],
      aim: 0.8,
      connections: 1,
      warmUpConnections: 64,
      integrations: FEW_INTEGRATIONS,
    },
    {
      name: 'page of 50',
      steps: [{ method: 'GET', expectedStatus: 200, path: () => '/users?limit=50' }],
      aim: 1.0,
    },
    {
      name: 'create with key',
      steps: [
        {
          method: 'POST',
          expectedStatus: 201,
          path: () => '/users',
          body: () => ({ email: `${randomUUID()}@bench.example`, firstName: 'New', lastName: 'User' }),
        },
      ],
      aim: 1.6,
    },
    {
      name: 'page of 50 appointments',
      steps: [{ method: 'GET', expectedStatus: 200, path: () => '/appointments?limit=50' }],
      aim: 1.0,
      integrations: FEW_INTEGRATIONS,
    },
    {
      name: 'create appointment',
      steps: [
        {
          method: 'POST',
          expectedStatus: 201,
          path: () => '/appointments',
          body: (n) => appointmentBody(timetable, userIds, FIRST_NEW_APPOINTMENT + n),
        },
      ],
      aim: 1.0,
      integrations: FEW_INTEGRATIONS,
    },
    {
      name: 'version detail, for the first time',
      steps: [{ method: 'GET', expectedStatus: 200, path: (n) => spelling(curriculumVersionPath, n) }],
      aim: 0.9,
      connections: 8,
      integrations: FEW_INTEGRATIONS,
    },
    {
      name: 'version detail, again and unchanged',
      steps: [{ method: 'GET', expectedStatus: 200, path: () => curriculumVersionPath }],
      aim: 10,
      connections: 8,
      integrations: FEW_INTEGRATIONS,
    },
    {
      name: 'start, then stop',
      steps: [punch('start', 8, 201), punch('stop', 9, 200)],
      aim: 1.2,
      integrations: FEW_INTEGRATIONS,
    },
    {
      name: 'log create',
      steps: [
        {
          method: 'POST',
          expectedStatus: 201,
          path: () => '/time-tracking/logs',
          body: (n) => ({ userId: userOf(n), ...logAt(FIRST_DAY.log + turnOf(n) * MINUTE_MS) }),
        },
      ],
      aim: null,
    },
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
      aim: null,
      items: { noun: 'log', count: LOGS_PER_BULK },
      connections: 4,
      integrations: FEW_INTEGRATIONS,
    },
  ];
}

/** A path in another spelling for each number: ids are the same in small letters and capitals, and what is kept is kept by its spelling. */
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

/** A log of one minute, which touches its neighbours. */
function logAt(startMs: number) {
  return { startTime: instant(startMs), endTime: instant(startMs + MINUTE_MS) };
}

function instant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
