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

/** Short, so that a write that waits for a standby gives up soon; long enough for any other on a busy machine. */
const REQUEST_TIMEOUT_MS = 5_000;
/** How long standbys take to follow, or a platform to reach a new primary, on a busy machine. */
const FOLLOWS_MS = 60_000;
/** Each case waits for that a few times. */
const CASE_MS = 240_000;

describe('a primary with standbys', { timeout: CASE_MS }, () => {
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

  const startStandbys = () => Promise.all(postgres.standbys.map((standby) => standby.start()));
  const promote = async () => {
    await postgres.primary.kill();
    await startStandbys();
    await postgres.failOver();
  };

  it('a connection that leads to a standby is not used', async () => {
    const connectionString = postgres.standbys[0]?.url('postgres') ?? '';
    await expect(openClient({ connectionString })).rejects.toThrow('is a standby');
  });

  it.each([
    ['come back', startStandbys],
    ['are promoted without it', promote],
  ])(
    'a write that no standby has is not acknowledged, not even when repeated; when they %s, it is made once',
    async (_, heal) => {
      const key = randomUUID();
      const user = { email: newEmail(), name: 'Waits' };
      const create = () => client.post('/users', user, { key });
      await Promise.all(postgres.standbys.map((standby) => standby.kill()));
      for (let attempt = 1; attempt <= 2; attempt++) {
        expect([409, 503]).toContain((await create()).status);
        expect((await client.get('/users')).status).toBe(200);
      }
      await heal();
      await until('the acknowledgement', async () => (await create()).status === 201, FOLLOWS_MS);
      const rows = 'SELECT id FROM users WHERE email = $1';
      expect(await query(postgres.primary.url(databaseName('directory')), rows, [user.email])).toHaveLength(1);
      if (heal === promote) await postgres.restoreStandbys();
    },
  );

  it('a primary that was thought dead acknowledges nothing when it comes back', async () => {
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
  });
});
