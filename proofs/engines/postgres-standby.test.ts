import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { prepareDemo } from '../../dev/demo.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { Installation } from '../../test/operations/installation.ts';
import { query } from '../../test/support/postgres/query.ts';
import { ReplicatedPostgres } from '../../test/support/postgres/replicated-postgres.ts';
import { TestClient } from '../../test/support/test-client.ts';
import { newEmail } from '../../test/support/test-directory.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';
import { LAYOUTS } from '../faults/injections/plans.ts';
import { tablesOf } from '../faults/report.ts';
import { runFaults } from '../faults/run-faults.ts';

/** Short, so that a write that waits for a standby gives up soon; long enough for any other on a busy machine. */
const REQUEST_TIMEOUT_MS = 5_000;
/** How long standbys take to follow, or a platform to reach a new primary, on a busy machine. */
const FOLLOWS_MS = 60_000;
/** Each case waits for that a few times. */
const CASE_MS = 240_000;

describe('a primary with standbys', () => {
  let postgres: ReplicatedPostgres;
  let installation: Installation;
  let client: TestClient;
  const scope = new TestScope();
  beforeAll(async () => {
    const data = await scope.dataDirectory();
    postgres = await ReplicatedPostgres.start(services.map(({ name }) => databaseName(name)));
    const server = { url: (database: string) => postgres.urlOfService(database), stop: () => postgres.stop() };
    installation = Installation.on(server, { requestTimeoutMs: REQUEST_TIMEOUT_MS });
    await installation.start();
    const demo = await prepareDemo(installation.lyceum, data.path);
    client = new TestClient(installation.url, demo?.clientId ?? '', demo?.clientSecret ?? '');
  }, CASE_MS);
  afterAll(() => Promise.all([installation.close(), scope.clear()]));

  const usersCalled = (email: string) =>
    query(postgres.primary.url(databaseName('directory')), 'SELECT id FROM users WHERE email = $1', [email]);
  const killStandbys = () => Promise.all(postgres.standbys.map((standby) => standby.kill()));
  const startStandbys = () => Promise.all(postgres.standbys.map((standby) => standby.start()));

  it('a connection that leads to a standby is not used', async () => {
    const [standby] = postgres.standbys;
    await expect(openClient({ connectionString: standby?.url('postgres') ?? '' })).rejects.toThrow('is a standby');
  });

  it(
    'without standbys reads go on, and no write is acknowledged, not even when repeated',
    async () => {
      const key = randomUUID();
      const user = { email: newEmail(), name: 'Waits' };
      await killStandbys();
      for (let attempt = 1; attempt <= 2; attempt++) {
        const refused = await client.post('/users', user, { key });
        expect([409, 503], refused.text).toContain(refused.status);
        expect((await client.get('/users')).status).toBe(200);
      }
      await startStandbys();
      await until('the acknowledgement', async () => (await client.post('/users', user, { key })).status === 201);
      expect(await usersCalled(user.email)).toHaveLength(1);
    },
    CASE_MS,
  );

  it(
    'a write that only the primary had is not acknowledged before the failover, and is repeated after it',
    async () => {
      const key = randomUUID();
      const user = { email: newEmail(), name: 'Anew' };
      await killStandbys();
      for (let attempt = 1; attempt <= 2; attempt++) {
        expect([409, 503]).toContain((await client.post('/users', user, { key })).status);
      }
      await postgres.primary.kill();
      await startStandbys();
      await postgres.failOver();
      const made = await until(
        'a new user',
        async () => {
          const answer = await client.post('/users', user, { key });
          return answer.status === 201 && answer;
        },
        FOLLOWS_MS,
      );
      expect(made.headers.get('idempotency-replayed')).toBeNull();
      expect(await usersCalled(user.email)).toHaveLength(1);
      await postgres.restoreStandbys();
    },
    CASE_MS,
  );

  it(
    'a primary that was thought dead acknowledges nothing when it comes back',
    async () => {
      const old = postgres.primary;
      const session = await openClient({ connectionString: old.url('postgres') });
      await session.query('CREATE TABLE written (by text)');
      await old.signal('SIGSTOP');
      await postgres.failOver();
      await old.signal('SIGCONT');
      const write = expect(session.query("INSERT INTO written VALUES ('the old primary')")).rejects.toThrow();
      const waits = "(SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'INSERT%')";
      await until('a commit that waits for standbys', () => old.one<boolean>(waits));
      await query(postgres.primary.url('postgres'), "INSERT INTO written VALUES ('the new one')");
      await old.kill();
      await write;
      expect(await query(postgres.primary.url('postgres'), 'TABLE written')).toEqual([{ by: 'the new one' }]);
    },
    CASE_MS,
  );
});

it('a promotion under load, and a primary that comes back after it, lose, duplicate and reorder nothing', async () => {
  const { short } = LAYOUTS.standby;
  const report = await runFaults(short, () => undefined);
  process.stdout.write(`\n${tablesOf(report)}\n${report.summary}\n`);
  expect(report.broken, report.errorLines.slice(-20).join('\n')).toEqual([]);
  expect(report.rows).toHaveLength(short.faults.length);
}, 600_000);
