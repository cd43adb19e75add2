import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import type { EmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { load } from '../load.ts';
import { newAuthorizations, newInstitution, withSystem } from '../prepare.ts';
import { cpuMsOfProgram } from '../process-usage.ts';
import { creating, newUser, punching, reading, type Scenario } from '../scenarios.ts';
import { SERVICES, startApart, startOne } from '../shapes.ts';
import type { TargetProcess } from '../target-process.ts';
import { uid } from './year/case-params.ts';
import { DECLARE_UID } from './year/rows-of-year.ts';
import { withoutIndexes } from './year/without-indexes.ts';

interface CellOptions {
  /** The numbers of institutions, ascending. */
  readonly institutions: readonly number[];
  /** Of each institution. */
  readonly users: number;
}

/** A cell with so many institutions of one size. */
interface Cell {
  readonly environment: Readonly<Record<string, string>>;
  /** Of integrations of all institutions in turn. */
  readonly authorizations: readonly string[];
}

/** At least so many, so that none exceeds its rate limit. */
const INTEGRATIONS = 400;
const CONNECTIONS = 16;
/** Before the days of punches, which nothing may follow. */
const LOGS_OF_USER = 50;
/** Requests, not seconds: a busy machine must not measure code that is not optimised yet. */
const WARM_UP = 2_000;
const MEASURED = 3_000;

/**
 * Fills one cell after the other with more and more institutions, and prints what a request costs there, when each
 * comes from another institution than the one before: the CPU time of the product in one process and of PostgreSQL, and
 * the ratio of their sum to that of the smallest cell. Then the memory of each process where the services are apart,
 * when each has had requests of all institutions. Flat is good.
 */
export async function reportCells(
  postgres: EmbeddedPostgres,
  { institutions, users }: CellOptions,
  print: (line: string) => void,
): Promise<void> {
  print(
    '| institutions | users | request | a second | CPU, ms | of PostgreSQL, ms | ratio |\n|---|---|---|---|---|---|---|',
  );
  const first = new Map<string, number>();
  const memory: string[] = [];
  for (const count of institutions) {
    const cell = await makeCell(postgres, count, users);
    const target = await startOne('one-process.ts', cell.environment);
    try {
      for (const scenario of scenariosOf(count, users)) {
        await warmUp(cell, target, scenario);
        const figures = await send(cell, target, scenario, MEASURED);
        const cost = figures.productMs + figures.postgresMs;
        const ratio = cost / (first.getOrInsert(scenario.name, cost) ?? cost);
        const cells = [count, count * users, scenario.name, figures.perSecond.toFixed(0)];
        print(
          `| ${cells.join(' | ')} | ${figures.productMs.toFixed(2)} | ${figures.postgresMs.toFixed(2)} | ${ratio.toFixed(2)} |`,
        );
      }
    } finally {
      target.stop();
    }
    memory.push(`| ${[count, ...(await memoryOf(cell, scenariosOf(count, users)))].join(' | ')} |`);
  }
  print(`\n| institutions, MiB | ${PROCESSES.join(' | ')} |\n|${'---|'.repeat(PROCESSES.length + 1)}`);
  memory.forEach(print);
}

const PROCESSES = [...SERVICES.map(([name]) => name), 'gateway'];

/** What each process takes, in MiB. */
async function memoryOf(cell: Cell, scenarios: readonly Scenario[]): Promise<readonly string[]> {
  const target = await startApart('mux', cell.environment);
  try {
    for (const scenario of scenarios) await warmUp(cell, target, scenario);
    return target.rssMiB().map((each) => each.toFixed(0));
  } finally {
    target.stop();
  }
}

/** Each integration comes once, so that its credentials are looked up before what is measured. */
function warmUp(cell: Cell, target: TargetProcess, scenario: Scenario): Promise<unknown> {
  return send(cell, target, scenario, Math.max(WARM_UP, cell.authorizations.length));
}

let begun = 0;

/** The CPU times are of one request. */
async function send({ authorizations }: Cell, target: TargetProcess, scenario: Scenario, amount: number) {
  const before = { product: await target.cpuMs(), postgres: cpuMsOfProgram('postgres') };
  const { requests, requestsPerSecond } = await load(scenario, {
    ...{ url: target.url, prefix: '/api/v4', authorizations, connections: CONNECTIONS },
    extent: { amount },
    next: () => begun++,
  });
  return {
    perSecond: requestsPerSecond,
    productMs: ((await target.cpuMs()) - before.product) / requests,
    postgresMs: (cpuMsOfProgram('postgres') - before.postgres) / requests,
  };
}

/** Institutions, their integrations and users, fifty logs of each; everything else is empty. */
async function makeCell(postgres: EmbeddedPostgres, count: number, users: number): Promise<Cell> {
  const url = (service: string) => postgres.url(`${service}_${count}`);
  await postgres.ensureDatabases(services.map(({ name }) => `${name}_${count}`));
  const { ids, authorizations } = await withSystem(url, async (as) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await newInstitution(as, { ref: `i${n}`, name: `Institution ${n}` }));
    const among = Array.from({ length: Math.max(INTEGRATIONS, count) }, (_, n) => ids[n % count] ?? '');
    return { ids, authorizations: await newAuthorizations(as, among) };
  });
  for (const [service, text] of Object.entries(ROWS))
    await withClient({ connectionString: url(service) }, async (client) => {
      await client.query(DECLARE_UID);
      await withoutIndexes(client, async () => void (await client.query(text, [ids, users])));
      await client.query('VACUUM ANALYZE');
    });
  const environment = Object.fromEntries(services.map(({ name }) => [databaseVariable(name), url(name)]));
  return { environment: { ...environment, INSTITUTION_ID: ids[0] ?? '' }, authorizations };
}

/** The institution `i` with its number `n` from 0, and its user `m` from 0. */
const USERS =
  'FROM unnest($1::uuid[]) WITH ORDINALITY AS t(i, o), LATERAL (SELECT o - 1 AS n) AS c, generate_series(0, $2::int - 1) AS m';

const ROWS: Readonly<Record<string, string>> = {
  directory: `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
    SELECT i, uid('user', n * $2 + m), 'u' || m || '@cell.example', 'u' || m || '@cell.example', 'User ' || m, true, false, gen_random_uuid(),
      date_trunc('milliseconds', now() - interval '1 year' + m * interval '1 min'), date_trunc('milliseconds', now() - interval '1 year' + m * interval '1 min') ${USERS}`,
  timetracking: `INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, auto_closed,
      revision, created_at, updated_at)
    SELECT i, gen_random_uuid(), uid('user', n * $2 + m), at, at + interval '8 hours', at, '[]', '[]', 'session', false, gen_random_uuid(), at, at
    ${USERS}, generate_series(1, ${LOGS_OF_USER}) AS d, LATERAL (SELECT timestamptz '2014-01-01Z' + d * interval '1 day' AS at) AS a`,
};

function scenariosOf(institutions: number, users: number): readonly Scenario[] {
  /** The integration of the turn is one of the institution with the turn's number. */
  const userOf = (turn: number) => {
    const integrations = Math.max(INTEGRATIONS, institutions);
    return uid('user', ((turn % integrations) % institutions) * users + (Math.floor(turn / institutions) % users));
  };
  return [
    reading('user by id', (n) => `/users/${userOf(n)}`),
    reading('page of 50 users', () => '/users?limit=50'),
    reading('changed users', () => `/users?limit=50&updatedSince=${new Date().toISOString()}`),
    reading('logs of a member', (n) => `/time-tracking/logs?limit=50&userId=${userOf(n)}`),
    reading('events', () => '/events?limit=50'),
    creating('create a user', '/users', newUser),
    punching(userOf, (turn) => Math.floor(turn / (institutions * users))),
  ];
}
