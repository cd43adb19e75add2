import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { registerLyceumMetrics } from '../../one-process/register-lyceum-metrics.ts';
import { createLogger } from '../../platform/observability/log.ts';
import { Metrics } from '../../platform/observability/metrics/metrics.ts';
import { Scrape } from '../support/scrape.ts';
import { SmallDisk } from '../support/small-disk.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

/** A disk without space for the users, and how to free space. */
type Fill = (admin: pg.Client) => Promise<() => Promise<unknown>>;

const fillDisk: Fill = async (admin) => {
  const disk = await SmallDisk.attach(admin);
  await disk.fill('users');
  return async () => {
    await disk.free('users');
    await disk.detach();
  };
};

/** A trigger raises the error PostgreSQL raises in this case: a test cannot set a quota. */
const failWith =
  (code: string, message: string): Fill =>
  async (admin) => {
    await admin.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$`);
    await admin.query('CREATE TRIGGER fail BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION fail()');
    return () => admin.query('DROP FUNCTION fail CASCADE');
  };

const cases: [string, Fill][] = [
  ['says that it is full', failWith('53100', 'could not extend file "base/1/2": No space left on device')],
  ['has no quota left', failWith('XX000', 'could not extend file "base/1/2": Disk quota exceeded')],
];
if (await SmallDisk.isPossible()) cases.push(['is full', fillDisk]);

describe.each(cases)('a disk that %s', (_, fill) => {
  const lines: Record<string, unknown>[] = [];
  let system: TestSystem;
  let client: TestClient;
  let admin: pg.Client;
  let makeRoom: () => Promise<unknown>;
  beforeAll(async () => {
    const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
    const log = createLogger({ name: 'test', level: 'info', pretty: false, destination });
    system = await TestSystem.start({ shape: 'one process', transport: 'mux', log });
    client = (await system.newInstitution()).client;
    admin = await openClient({ connectionString: system.databases.url('directory') });
    makeRoom = await fill(admin);
  });
  afterAll(async () => {
    await admin?.end();
    await system?.stop();
  });

  let users = 0;
  const create = () => client.post('/users', { email: `user${users++}@example.org`, name: 'Ada' });
  const readiness = async () => {
    const answer = await fetch(`${system.url}/readyz`);
    return { status: answer.status, body: await answer.json() };
  };

  it('fails writes with 503, and no reads', async () => {
    expect(await readiness()).toEqual({ status: 200, body: { status: 'ready' } });
    // The last page of the table may have space for some.
    const refused = await until('a create that is refused', async () => {
      const answer = await create();
      return answer.status !== 201 && answer;
    });
    expect(refused.status).toBe(503);
    expect((await client.get('/users')).status).toBe(200);
  });

  it('shows in the readiness, in one log line, and in a metric', async () => {
    await create();
    const body = { status: 'ready', problems: { directory: 'disk_full' } };
    await until('the detail', async () => 'problems' in ((await readiness()).body as object));
    expect(await readiness()).toEqual({ status: 200, body });

    const logged = lines.filter(({ msg }) => String(msg).startsWith('the disk of the database is full'));
    expect(logged).toMatchObject([{ level: 50, service: 'directory', resource: 'disk' }]);

    const metrics = new Metrics();
    registerLyceumMetrics(metrics, system.lyceum);
    const scrape = Scrape.read(await metrics.scrape());
    const full = scrape.samples.filter(({ name, value }) => name === 'lyceum_db_shortages_total' && value > 0);
    expect(full.map(({ labels }) => labels)).toEqual([{ service: 'directory', resource: 'disk' }]);
  });

  it('accepts writes again as soon as there is space', async () => {
    await makeRoom();
    expect((await create()).status).toBe(201);
  });
});
