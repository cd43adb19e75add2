import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseName } from '../../../deploy/installation/database-urls.ts';
import { services } from '../../../deploy/installation/services.ts';
import { openDatabases } from '../../../dev/databases.ts';
import { openClient } from '../../../libraries/pg-batch/index.ts';
import { migrate } from '../../../platform/data/migrate.ts';
import { createLogger, silentLogger } from '../../../platform/observability/log.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { UserServer } from '../../../test/support/user-server.ts';

const names = services.map(({ name }) => name);
const pairs = names.flatMap((role) => names.filter((other) => other !== role).map((other) => [role, other] as const));
const LOCK = "SELECT pg_try_advisory_lock(hashtextextended('relay', 0)) AS held";
const NOT_ALLOWED = '42501';

/** The database of one URL with the role of another. */
function urlAt(role: string, database: string): string {
  return Object.assign(new URL(role), { pathname: new URL(database).pathname }).href;
}

/** Each role tries each database of the others; returns the outcomes. */
async function tryAll(url: (service: string) => string): Promise<string[]> {
  return Promise.all(
    pairs.map(async ([role, other]) => {
      const outcome = query<{ held: boolean }>(urlAt(url(role), url(other)), LOCK).then(
        ([row]) => `held: ${row?.held}`,
        (error) => error.code,
      );
      return `${role} in ${other}: ${await outcome}`;
    }),
  );
}
const migrateAll = async (url: (service: string) => string) => {
  for (const { name, migrations } of services) await migrate({ databaseUrl: url(name), migrations, log: silentLogger });
};
const refused = pairs.map(([role, other]) => `${role} in ${other}: ${NOT_ALLOWED}`);

describe('a server with a role for each service, as deploy/postgres creates them', () => {
  let server: UserServer;
  const urls = new Map<string, string>();
  const url = (service: string) => urls.get(service) ?? '';
  beforeAll(async () => {
    server = await UserServer.start();
    for (const name of names) {
      const role = new URL(await server.newRole());
      await server.run(`CREATE DATABASE ${databaseName(name)} OWNER ${role.username}`);
      urls.set(name, `${role.href}/${databaseName(name)}`);
    }
  });
  afterAll(() => server?.stop());

  test('is closed by the migrations: no role can access the database of another or its locks', async () => {
    const holder = await openClient({ connectionString: url('directory') });
    await holder.query(LOCK);
    // PostgreSQL itself allows any role to take any advisory lock of any database, and to find out which are taken.
    const before = await tryAll(url);
    expect(before.filter((outcome) => !/ in directory: /.test(outcome) && outcome.endsWith('held: true'))).not.toEqual(
      [],
    );
    expect(before).toContain('locations in directory: held: false');

    await Promise.all([1, 2].map(() => migrateAll(url)));
    expect(await tryAll(url)).toEqual(refused);
    await holder.end();
    for (const name of names) expect(await query(url(name), LOCK)).toEqual([{ held: true }]);
  });

  test('admits the roles the owner grants access to, permanently', async () => {
    const guest = await server.newRole();
    const there = urlAt(guest, url('locations'));
    await expect(query(there, LOCK)).rejects.toMatchObject({ code: NOT_ALLOWED });
    const database = databaseName('locations');
    await query(url('locations'), `GRANT CONNECT ON DATABASE ${database} TO ${new URL(guest).username}`);
    await migrateAll(url);
    expect(await query(there, LOCK)).toEqual([{ held: true }]);
  });

  test('stays open if another role owns it, and the log reports it', async () => {
    const guest = await server.newRole();
    await server.run('CREATE DATABASE open');
    await query(server.url('open'), 'GRANT CREATE ON SCHEMA public TO PUBLIC');
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const log = createLogger({ name: 'test', level: 'warn', pretty: false, destination });
    await migrate({ databaseUrl: `${guest}/open`, migrations: undefined, log });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, database: 'open' }]);
  });
});

describe('the embedded server', () => {
  const scope = new TestScope();
  afterAll(() => scope.clear());

  test('has a role for each service, none of them a superuser, with access to its own database only', async () => {
    const { path: dataDir } = await scope.dataDirectory();
    const databases = await openDatabases({ environment: {}, dataDir, log: silentLogger });
    scope.onClear(() => databases.stop());
    const url = (service: string) => databases.url(service);
    await migrateAll(url);
    expect(await tryAll(url)).toEqual(refused);
    for (const name of names) {
      const rights =
        'SELECT rolsuper OR rolcreatedb OR rolcreaterole AS any FROM pg_roles WHERE rolname = current_user';
      expect(await query(url(name), rights)).toEqual([{ any: false }]);
      for (const shared of ['postgres', 'template1']) {
        const there = Object.assign(new URL(url(name)), { pathname: shared }).href;
        await expect(query(there, LOCK)).rejects.toMatchObject({ code: NOT_ALLOWED });
      }
    }
  });
});
