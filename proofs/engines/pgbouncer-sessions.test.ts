import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { withinCall } from '../../platform/core/call-scope.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { Database } from '../../platform/data/database.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { importRecords } from '../../test/support/import-records.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { Operator } from '../../test/support/operator.ts';
import { findPgBouncer } from '../../test/support/pgbouncer/find-pgbouncer.ts';
import { PgBouncer, type PoolMode } from '../../test/support/pgbouncer/pgbouncer.ts';
import { query } from '../../test/support/postgres/query.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { portOf, spawnMigration, spawnService } from '../../test/support/process/service-process.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';

const program = await findPgBouncer();
const scope = new TestScope();
afterEach(() => scope.clear());

/** Why a mode is not tested here; undefined if it is. */
function obstacleOf(mode: PoolMode): string | undefined {
  if (!program) return 'there is no PgBouncer on this machine';
  if (mode === 'session' || program.preparesStatements) return undefined;
  return `PgBouncer ${program.version} prepares no statements in this mode: 1.21 does`;
}

/** PgBouncer in front of an empty database of an ordinary role, at both addresses. */
async function newAddress(mode: PoolMode) {
  const name = `pooled_${randomBytes(4).toString('hex')}`;
  const server = inject('databaseServer').replace(/\{database\}|%7Bdatabase%7D/, 'postgres');
  await query(server, `CREATE ROLE ${name} LOGIN CREATEDB PASSWORD 'p'`);
  scope.onClear(() => query(server, `DROP ROLE ${name}`));
  await query(server, `CREATE DATABASE ${name} OWNER ${name}`);
  scope.onClear(() => query(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const direct = Object.assign(new URL(server), { username: name, password: 'p', pathname: name }).href;
  if (!program) throw new Error('there is no PgBouncer');
  const bouncer = await PgBouncer.start({ program, roles: [server, direct], mode });
  scope.onClear(() => bouncer.stop());
  return { bouncer, server, databaseUrl: bouncer.behind(direct), directDatabaseUrl: direct };
}

describe.each(['session', 'transaction'] as const)('behind PgBouncer in %s mode', (mode) => {
  const obstacle = obstacleOf(mode);
  const test = obstacle === undefined ? it : it.skip;
  const reason = obstacle === undefined ? '' : ` (SKIPPED: ${obstacle})`;
  if (obstacle) process.stdout.write(`Nothing is tested behind PgBouncer in ${mode} mode: ${obstacle}.\n`);

  test(`statements have their timeout, UTC and ISO dates, and end when their caller has gone${reason}`, async () => {
    const { server, databaseUrl: url, directDatabaseUrl: directUrl } = await newAddress(mode);
    await query(server, `ALTER ROLE ${new URL(url).username} SET TimeZone = 'Europe/Berlin'`);
    const database = new Database({
      ...{ url, directUrl, maxConnections: 2, statementTimeoutMs: 60_000 },
      ...{ applicationName: 'pooled', constraints: {}, log: silentLogger },
    });
    scope.onClear(() => database.close());
    const read = withinCall({ deadline: deadlineAfter(200) }, () => database.rows(SLEEP, []));
    await expect(read).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    const ACTIVE = `SELECT FROM pg_stat_activity WHERE datname = '${new URL(url).username}' AND wait_event = 'PgSleep'`;
    await until('the end of the statement', async () => (await query(server, ACTIVE)).length === 0);
    expect(await database.rows(SETTINGS, [])).toEqual([{ limit: '1min', zone: 'UTC', dates: 'ISO, MDY' }]);
    // Another client's sessions start with the same settings.
    expect((await query<{ statement_timeout: string }>(directUrl, 'SHOW statement_timeout'))[0]).toEqual({
      statement_timeout: '1min',
    });
  });
});

/** Transaction mode is tested by the fault suite: pgbouncer-faults.test.ts. */
const sessionObstacle = obstacleOf('session');
it.skipIf(sessionObstacle !== undefined)(
  `the outbox empties and one relay works in session mode, whichever process restarts${sessionObstacle ? ` (SKIPPED: ${sessionObstacle})` : ''}`,
  async () => {
    const { bouncer, ...address } = await newAddress('session');
    const service = { service: 'directory', ...address };
    expect(await scope.run(spawnMigration(service)).exited).toEqual({ code: 0, signal: null });
    const nats = await TestNats.start(natsUsers);
    scope.onClear(() => nats.remove());
    const env = { NATS_URL: nats.urlOf('directory') };
    const launch = () => [0, 1].map(() => scope.run(spawnService(service, new Map(), env)));
    const relays = () =>
      query<{ application: string }>(
        address.directDatabaseUrl,
        `SELECT application_name AS application FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND datname = current_database() AND (classid::bigint << 32 | objid::bigint) = hashtextextended('outbox/directory', 0)`,
      );
    /** Writes through a replica, and waits until everything is delivered. */
    const write = async (port: number) => {
      const operator = new Operator(port);
      try {
        const email = `${randomBytes(4).toString('hex')}@school.example`;
        const call = operator.call(await operator.newInstitution(email));
        await importRecords(call, 'users', [{ ref: 'ada', email, name: 'Ada' }]);
      } finally {
        operator.close();
      }
      const [outbox] = await query<{ count: number }>(address.directDatabaseUrl, 'SELECT count(*)::int FROM outbox');
      await until('an empty outbox', async () => {
        const waiting = await query(address.directDatabaseUrl, 'SELECT FROM outbox WHERE published_at IS NULL');
        return waiting.length === 0;
      });
      expect(await relays()).toEqual([{ application: 'lyceum-directory outbox/directory' }]);
      return outbox?.count ?? 0;
    };

    let replicas = launch();
    let ports = await Promise.all(replicas.map(portOf));
    const counts = [await write(ports[0] ?? 0)];
    // One is killed, so that it leaves its session behind.
    replicas[0]?.kill('SIGKILL');
    replicas[1]?.kill('SIGTERM');
    expect((await Promise.all(replicas.map(({ exited }) => exited)))[1]).toEqual({ code: 0, signal: null });
    replicas = launch();
    ports = await Promise.all(replicas.map(portOf));
    counts.push(await write(ports[1] ?? 0));
    await bouncer.halt();
    await bouncer.launch();
    counts.push(await write(ports[0] ?? 0));
    expect(counts.every((count, index) => count > (counts[index - 1] ?? 0))).toBe(true);
    expect(replicas.map(({ stderr }) => stderr)).toEqual(['', '']);
  },
);

const SLEEP = positional('pooled_sleep', 'SELECT pg_sleep(300)');
const SETTINGS = positional(
  'pooled_settings',
  `SELECT current_setting('statement_timeout') AS limit, current_setting('TimeZone') AS zone, current_setting('DateStyle') AS dates`,
);
