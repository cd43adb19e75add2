import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateStorm } from '../../../test/support/create-storm.ts';
import { expectOneUserEach } from '../../../test/support/expect-one-user-each.ts';
import { Operator } from '../../../test/support/operator.ts';
import { query } from '../../../test/support/postgres/query.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { Fleet } from '../../faults/fleet/fleet.ts';
import { type On, singleServers } from '../../faults/fleet/layouts.ts';
import { GATEWAYS, type Part, SERVICES } from '../../faults/fleet/parts.ts';
import { isReady } from '../../faults/fleet/platform.ts';

type Platform = Fleet<On<typeof singleServers>>;

/** A part that is stopped, and what holds until it is back. */
interface Outage {
  readonly name: string;
  stop(platform: Platform): unknown;
  resume(platform: Platform): unknown;
  /** How users are created meanwhile: the other attempts are refused with 503, or with 409 while the first one runs. */
  readonly creates: 201 | 503;
  readonly isReady: boolean;
  /** The answers meanwhile. */
  readonly answers: Readonly<Record<string, number>>;
}

const USAGE = '/usage?from=2026-10-05T00:00:00Z&to=2026-10-06T00:00:00Z';
const HARMLESS = { creates: 201, isReady: true, answers: { '/users': 200, '/locations': 200 } } as const;
const WITHOUT_USERS = { creates: 503, isReady: false, answers: { '/users': 503 } } as const;

const ended = (part: Part, signal: 'SIGKILL' | 'SIGTERM') => ({
  name: `${signal} ${part}`,
  async stop(platform: Platform) {
    platform.signal(part, signal);
    const clean = signal === 'SIGTERM' ? { code: 0, signal: null } : { code: null, signal };
    expect(await platform.program(part).exited).toEqual(clean);
  },
  resume: (platform: Platform) => platform.launch(part),
});

const outages: readonly Outage[] = [
  { ...ended('locations', 'SIGKILL'), creates: 201, isReady: false, answers: { '/users': 200, '/locations': 503 } },
  { ...ended('activity', 'SIGKILL'), creates: 201, isReady: true, answers: { '/users': 200, [USAGE]: 503 } },
  { ...ended('directory', 'SIGKILL'), ...WITHOUT_USERS },
  { ...ended('directory', 'SIGTERM'), ...WITHOUT_USERS },
  {
    name: 'SIGSTOP directory',
    stop: (platform) => platform.signal('directory', 'SIGSTOP'),
    resume: (platform) => platform.signal('directory', 'SIGCONT'),
    ...WITHOUT_USERS,
  },
  {
    name: 'PostgreSQL is stopped',
    stop: ({ on }) => on.postgres.halt(),
    resume: ({ on }) => on.postgres.resume(),
    ...WITHOUT_USERS,
  },
  {
    name: 'SIGSTOP PostgreSQL',
    stop: ({ on }) => on.postgres.signal('SIGSTOP'),
    resume: ({ on }) => on.postgres.signal('SIGCONT'),
    ...WITHOUT_USERS,
  },
  { name: 'SIGKILL NATS', stop: ({ on }) => on.nats.end('SIGKILL'), resume: ({ on }) => on.nats.start(), ...HARMLESS },
  { name: 'SIGSTOP NATS', stop: ({ on }) => on.nats.pause(), resume: ({ on }) => on.nats.resume(), ...HARMLESS },
];

const scope = new TestScope();
let platform: Platform;
beforeAll(async () => {
  const gateway = { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS), MAX_EVENT_LOOP_DELAY_MS: '0' };
  platform = await Fleet.start(scope, { layout: singleServers, hasProxies: false, gateway });
  await until('/readyz with 200', () => isReady(platform.urls), 60_000);
});
afterAll(() => scope.clear());

/** Each has its own rate limit; they take turns at the gateways. */
async function newClients(): Promise<TestClient[]> {
  const operator = new Operator(platform.ports);
  const institution = await operator.newInstitution('school');
  const clients = platform.urls.flatMap((url) => [1, 2].map(() => operator.newClient(institution, url)));
  return Promise.all(clients).finally(() => operator.close());
}

it.each(outages)(
  '$name: other routes are answered, all in time, and afterwards every create has happened once',
  async ({ stop, resume, creates, answers, ...outage }) => {
    const clients = await newClients();
    const [client] = clients as [TestClient];
    const storm = new CreateStorm(clients).begin(8);
    await storm.seen(20, 201);

    await stop(platform);
    await storm.seen(8, creates);
    if (outage.isReady) expect(await isReady(platform.urls)).toBe(true);
    else await until('/readyz with 503', async () => !(await isReady(platform.urls)));
    let requestId = '';
    for (const [path, status] of Object.entries(answers)) {
      const answer = await client.get(path);
      expect([path, answer.status]).toEqual([path, status]);
      requestId = answer.headers.get('x-request-id') ?? '';
    }

    await resume(platform);
    await until('/readyz with 200', () => isReady(platform.urls), 60_000);
    await storm.seen(20, 201);
    await storm.end();
    await storm.complete();
    expect([...storm.statuses.keys()].filter((status) => ![201, 409, 503].includes(Number(status)))).toEqual([]);
    const durations = storm.attempts.flatMap((attempt) => attempt.durations);
    expect(Math.max(...durations)).toBeLessThan(REQUEST_TIMEOUT_MS + SLACK_MS);
    const directory = platform.databaseUrl('directory');
    await expectOneUserEach(storm, directory);
    const waiting = () => query(directory, 'SELECT FROM outbox WHERE published_at IS NULL');
    await until('the delivery of all events', async () => (await waiting()).length === 0, 60_000);
    await until('the record of a request', async () => (await client.get(`/requests/${requestId}`)).status === 200);
  },
);

it('without PostgreSQL every process ends at SIGTERM as well', async () => {
  await platform.on.postgres.halt();
  for (const part of [...GATEWAYS, ...SERVICES]) {
    const program = platform.program(part);
    program.kill('SIGTERM');
    expect([part, await program.exited, program.stderr]).toEqual([part, { code: 0, signal: null }, '']);
  }
});

const REQUEST_TIMEOUT_MS = 2_000;
/** Allowance for a machine busy with the test itself. */
const SLACK_MS = 3_000;
