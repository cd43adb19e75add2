import { randomUUID } from 'node:crypto';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { prepareDemo } from '../../dev/demo.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { ensureDatabases } from '../../platform/data/ensure-databases.ts';
import { contentsOf, Installation } from '../../test/operations/installation.ts';
import { DebianPostgres, findDebianPostgres } from '../../test/support/postgres/debian-postgres.ts';
import type { Instance } from '../../test/support/postgres/instance.ts';
import { TestClient } from '../../test/support/test-client.ts';
import { newEmail } from '../../test/support/test-directory.ts';
import { until } from '../../test/support/until.ts';
import { readFeeds, readOutboxes, shownByFeeds } from '../faults/audit/evidence.ts';

const programs = findDebianPostgres();
/** Webhooks last: its feed then contains every event the others have published. */
const names = services.map(({ name }) => name).sort((one) => (one === 'webhooks' ? 1 : -1));

/** A user created by a client, with the key of the request. */
interface Made {
  readonly id: string;
  readonly email: string;
  readonly key: string;
}

describe.skipIf(programs === undefined)('a backup while writes go on', () => {
  let debian: DebianPostgres;
  let server: Instance;
  let installation: Installation;
  let client: TestClient;
  let archive: string;
  const made: Made[] = [];
  const opened: Installation[] = [];

  beforeAll(async () => {
    debian = await DebianPostgres.in(programs ?? '');
    archive = await debian.newFolder('archive');
    const copy = `test ! -f ${archive}/%f && cp %p ${archive}/%f`;
    server = await debian.newServer('server', { archive_mode: 'on', archive_command: copy });
    installation = await open(server);
    const demo = await prepareDemo(installation.lyceum, await debian.newFolder('demo'));
    client = new TestClient(installation.url, demo?.clientId ?? '', demo?.clientSecret ?? '');
  }, 120_000);
  afterAll(async () => {
    for (const each of opened) await each.close();
    await debian?.stop();
  });

  async function open(on: Instance): Promise<Installation> {
    const installed = Installation.on({ url: on.url.bind(on), stop: () => on.kill() });
    opened.push(installed);
    await installed.start();
    return installed;
  }

  async function makeUser(): Promise<Made> {
    // A fast machine creates more users during a backup than the rate limit allows in a minute.
    installation.clock.advance(100);
    const [email, key] = [newEmail(), randomUUID()];
    const answer = await client.post('/users', { email, name: 'Made' }, { key });
    expect(answer.status, answer.text).toBe(201);
    const user = { id: answer.body.data.id as string, email, key };
    made.push(user);
    return user;
  }

  /** Creates users one after the other while `work` runs. */
  async function whileWriting<T>(work: () => Promise<T>): Promise<T> {
    let goesOn = true;
    const writing = (async () => {
      while (goesOn) await makeUser();
    })();
    try {
      await makeUser();
      return await work();
    } finally {
      goesOn = false;
      await writing;
    }
  }

  /** Every event an installation has published is in its feed exactly once, and none waits. */
  async function expectFeedOf(on: Installation): Promise<void> {
    for (const name of names) {
      const waiting = () => on.sql('SELECT FROM outbox WHERE published_at IS NULL', name);
      await until(`the events of ${name}`, async () => (await waiting()).length === 0);
    }
    const databaseUrl = (service: string) => on.postgres.url(databaseName(service));
    const published = shownByFeeds(await readOutboxes(databaseUrl)).map(({ id }) => id);
    expect(published.length).toBeGreaterThan(0);
    const recorded = await until('the last event in the feed', async () => {
      const ids = (await readFeeds(databaseUrl('webhooks'))).map(({ id }) => id);
      const known = new Set(ids);
      return published.every((id) => known.has(id)) && ids;
    });
    expect(new Set(recorded).size).toBe(recorded.length);
  }

  it('by pg_dump and pg_restore of each database has all rows of its moment, and is an installation again', async () => {
    const restored = await debian.newServer('restored');
    await ensureDatabases(restored.url('postgres'), names.map(databaseName));
    const rows: Record<string, string> = {};
    await whileWriting(async () => {
      for (const name of names) Object.assign(rows, await dump(name));
    });
    for (const name of names) {
      const database = databaseName(name);
      const to = restored.url(database);
      await debian.tool('pg_restore', `--dbname=${to}`, '--exit-on-error', join(debian.folder, `${name}.dump`));
    }
    const before = await Installation.on({ url: restored.url.bind(restored), stop: async () => undefined }).contents();
    expect(before).toEqual(rows);

    const installed = await open(restored);
    const again = client.at(installed.url);
    const kept = new Set((await again.walk('/users')).map(({ id }) => id));
    const first = made.at(0) as Made;
    const last = made.at(-1) as Made;
    expect([kept.has(first.id), kept.has(last.id)]).toEqual([true, false]);
    const anew = await again.post('/users', { email: last.email, name: 'Made' }, { key: last.key });
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([201, null]);
    await expectFeedOf(installed);
  }, 60_000);

  /** Dumps a database as of one moment, and returns its contents at that moment. */
  async function dump(name: string): Promise<Record<string, string>> {
    const url = server.url(databaseName(name));
    const reader: pg.Client = await openClient({ connectionString: url });
    try {
      await reader.query("SET timezone = 'UTC'");
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      const { rows } = await reader.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
      const file = join(debian.folder, `${name}.dump`);
      await debian.tool(
        'pg_dump',
        `--dbname=${url}`,
        '--format=custom',
        `--snapshot=${rows[0]?.snapshot}`,
        `--file=${file}`,
      );
      return await contentsOf(name, reader);
    } finally {
      await reader.end();
    }
  }

  it('by pg_basebackup and the archived log goes back to a moment between two writes', async () => {
    const cluster = join(debian.folder, 'base');
    await whileWriting(() =>
      debian.tool(
        'pg_basebackup',
        `--dbname=${server.url('postgres')}`,
        `--pgdata=${cluster}`,
        '--checkpoint=fast',
        '--wal-method=none',
      ),
    );
    const before = await makeUser();
    await expectFeedOf(installation);
    const rows = await installation.contents();
    const [moment] = await installation.sql<{ at: string }>('SELECT clock_timestamp()::text AS at');
    const after = await makeUser();
    await installation.stop();
    const [segment] = await installation.sql<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
    await until('the archived log', async () => (await readdir(archive)).includes(segment?.name ?? ''));
    await server.kill();

    const recovery = [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment?.at}'`,
      "recovery_target_action = 'promote'",
    ];
    await appendFile(join(cluster, 'postgresql.auto.conf'), `${recovery.join('\n')}\n`);
    await debian.signalRecovery(cluster);
    const restored = await debian.startOn(cluster);
    await until('the end of the recovery', () => restored.one<boolean>('NOT pg_is_in_recovery()'));
    const found = await Installation.on({ url: restored.url.bind(restored), stop: async () => undefined }).contents();
    expect(found).toEqual(rows);

    const installed = await open(restored);
    const again = client.at(installed.url);
    expect((await again.get(`/users/${before.id}`)).status).toBe(200);
    expect((await again.get(`/users/${after.id}`)).status).toBe(404);
    const replay = await again.post('/users', { email: before.email, name: 'Made' }, { key: before.key });
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const anew = await again.post('/users', { email: after.email, name: 'Made' }, { key: after.key });
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([201, null]);
    await expectFeedOf(installed);
  }, 60_000);
});
