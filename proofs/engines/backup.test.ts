import { randomUUID } from 'node:crypto';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from '../../deploy/installation/database-urls.ts';
import { prepareDemo } from '../../dev/demo.ts';
import { Installation } from '../../test/operations/installation.ts';
import { DebianPostgres, findDebianPostgres } from '../../test/support/postgres/debian-postgres.ts';
import type { Instance } from '../../test/support/postgres/instance.ts';
import { TestClient } from '../../test/support/test-client.ts';
import { newEmail } from '../../test/support/test-directory.ts';
import { until } from '../../test/support/until.ts';
import { readFeeds, readOutboxes, readWaiting, shownByFeeds } from '../faults/audit/evidence.ts';

const programs = findDebianPostgres();

/** A user created by a client, with the key of the request. */
interface Made {
  readonly id: string;
  readonly email: string;
  readonly key: string;
}

describe.skipIf(programs === undefined)('a backup while writes go on', { timeout: 120_000 }, () => {
  let debian: DebianPostgres;
  let server: Instance;
  let installation: Installation;
  let client: TestClient;
  let archive: string;
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
    return { id: answer.body.data.id as string, email, key };
  }

  /** Every event an installation has published is in its feed exactly once, and none waits. */
  async function expectFeedOf(on: Installation): Promise<void> {
    const databaseUrl = (service: string) => on.postgres.url(databaseName(service));
    await until('empty outboxes', async () => (await readWaiting(databaseUrl)).size === 0);
    const published = shownByFeeds(await readOutboxes(databaseUrl)).map(({ id }) => id);
    expect(published.length).toBeGreaterThan(0);
    const recorded = await until('the last event in the feed', async () => {
      const ids = (await readFeeds(databaseUrl('webhooks'))).map(({ id }) => id);
      const known = new Set(ids);
      return published.every((id) => known.has(id)) && ids;
    });
    expect(new Set(recorded).size).toBe(recorded.length);
  }

  it('by pg_basebackup and the archived log goes back to a moment between two writes', async () => {
    const cluster = join(debian.folder, 'base');
    const options = [`--pgdata=${cluster}`, '--checkpoint=fast', '--wal-method=none'];
    let isOver = false;
    const writing = (async () => {
      while (!isOver) await makeUser();
    })();
    await debian.tool('pg_basebackup', `--dbname=${server.url('postgres')}`, ...options).finally(() => (isOver = true));
    await writing;
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

    installation = await open(restored);
    client = client.at(installation.url);
    expect((await client.get(`/users/${before.id}`)).status).toBe(200);
    expect((await client.get(`/users/${after.id}`)).status).toBe(404);
    const repeat = async ({ email, key }: Made) => {
      const { status, headers } = await client.post('/users', { email, name: 'Made' }, { key });
      return [status, headers.get('idempotency-replayed')];
    };
    expect([await repeat(before), await repeat(after)]).toEqual([
      [201, 'true'],
      [201, null],
    ]);
    await expectFeedOf(installation);
  });

  it('of one service leaves dangling references: they are read and changed, and new ones to who is missing are rejected', async () => {
    await installation.stop();
    await installation.sql('CREATE DATABASE directory_backup TEMPLATE lyceum_directory');
    await installation.start();
    client = client.at(installation.url);
    const lost = await makeUser();
    const [course] = (await client.get('/courses')).body.data;
    const lesson = { title: 'T', dateTime: '2026-10-12T08:00:00Z', duration: 45, organizerIds: [lost.id] };
    const created = await client.post('/appointments', { ...lesson, courseIds: [course.layerId] });
    const path = `/appointments/${created.body.data.id}`;
    await installation.stop();
    await installation.sql('ALTER DATABASE lyceum_directory RENAME TO directory_lost');
    await installation.sql('ALTER DATABASE directory_backup RENAME TO lyceum_directory');
    await installation.start();
    client = client.at(installation.url);

    expect((await client.get(`/users/${lost.id}`)).status).toBe(404);
    const shown = await client.get(path);
    expect([shown.status, shown.body.data.organizerUsers]).toEqual([200, [{ organizerId: lost.id }]]);
    expect((await client.walk('/appointments')).map(({ id }) => id)).toContain(created.body.data.id);
    const ifMatch = shown.headers.get('etag') ?? '';
    expect((await client.patch(path, { title: 'U' }, { ifMatch })).status).toBe(200);
    expect((await client.post('/time-tracking/sessions/stop', { userId: lost.id })).status).toBe(404);
    const again = await client.post('/users', { email: lost.email, name: 'Lost' });
    expect([again.status, again.body.data.id === lost.id]).toEqual([201, false]);
  });
});
