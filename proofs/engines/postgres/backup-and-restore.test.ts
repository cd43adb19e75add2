import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { services } from '../../../deploy/installation/services.ts';
import { prepareDemo } from '../../../dev/demo.ts';
import { Installation } from '../../../test/operations/installation.ts';
import type { DataDirectory } from '../../../test/support/data-directory.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import { newEmail } from '../../../test/support/test-directory.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { archiveTo, restoreInto, takeBaseBackup } from './base-backup.ts';

/**
 * The procedure of docs/operations.md: the demo institution is backed up, lost and restored to a moment after the
 * backup.
 */
const scope = new TestScope();
let installation: Installation;
let client: TestClient;

async function open(dataDir: string): Promise<Installation> {
  const opened = await Installation.open(dataDir);
  scope.onClear(() => opened.close());
  return opened;
}

/** The API's responses for everything that can be listed, byte by byte. */
async function answers(): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const paths = ['/users', '/courses', '/locations', '/rooms', '/appointments', '/curricula', '/continuing-education'];
  for (const path of [...paths, '/appointments.ics?roomId=none']) {
    const { status, text } = await client.send('GET', path, { headers: { 'x-request-id': 'compared' } });
    // They depend on the writes that are under way, not on what is stored.
    const stored = text.replaceAll(/"(nextUpdatedSince|next_cursor)":"[^"]*"/g, '');
    hashes[path] = createHash('sha256').update(`${status} ${stored}`).digest('hex');
    expect(status, text).toBe(200);
  }
  return hashes;
}

let data: DataDirectory;
let archive: string;
let backup: string;
beforeAll(async () => {
  data = await scope.dataDirectory();
  [archive, backup] = [join(data.path, 'archive'), join(data.path, 'backup')];
  await mkdir(archive);
  await chmod(archive, 0o777);
  const first = await Installation.open(data.path);
  await archiveTo(first, archive).finally(() => first.close());
  installation = await open(data.path);
});
afterAll(() => scope.clear());

describe('a backup of the whole server, and its log', () => {
  test('restores a moment after the backup: rows, responses and keys; later data is gone', async () => {
    await installation.start();
    const demo = await prepareDemo(installation.lyceum, data.path);
    client = new TestClient(installation.url, demo?.clientId ?? '', demo?.clientSecret ?? '');
    await takeBaseBackup(installation, data, backup);
    const [key, laterKey] = [randomUUID(), randomUUID()];
    const kept = await client.post('/users', { email: 'kept@demo.example', name: 'Kept' }, { key });
    const later = { email: 'later@demo.example', name: 'Later' };
    await untilAllPublished();
    const [rows, answered] = [await contents(), await answers()];
    await installation.sql("SELECT pg_create_restore_point('before_the_incident')");
    await client.post('/users', later, { key: laterKey });
    await installation.stop();
    await installation.sql('TRUNCATE users CASCADE', 'directory');
    await installation.close();

    const restored = await scope.dataDirectory();
    await restoreInto(restored, backup, archive, 'before_the_incident');
    installation = await open(restored.path);
    // Until then it is a standby, and the product does not connect to it.
    await until('the end of the recovery', () => installation.sql('SELECT 1').catch(() => null));
    // Before the start: relays compare their outboxes with the feed at once.
    expect(await contents()).toEqual(rows);
    await installation.start();
    client = client.at(installation.url);
    expect(await answers()).toEqual(answered);
    const again = await client.post('/users', { email: 'kept@demo.example', name: 'Kept' }, { key });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', kept.text]);
    const anew = await client.post('/users', later, { key: laterKey });
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([201, null]);
  }, 180_000);
});

describe('a single service restored to an earlier moment', () => {
  let user: { id: string; email: string };
  let appointmentId: string;

  test('is a copy of its database without concurrent writes', async () => {
    await installation.stop();
    await installation.sql('CREATE DATABASE directory_backup TEMPLATE lyceum_directory');
    await installation.start();
    client = client.at(installation.url);
    const email = newEmail();
    user = { email, id: (await client.post('/users', { email, name: 'Lost' })).body.data.id };
    const [course] = (await client.get('/courses')).body.data;
    const appointment = { title: 'T', dateTime: '2026-10-12T08:00:00Z', duration: 45, organizerIds: [user.id] };
    const created = await client.post('/appointments', { ...appointment, courseIds: [course.layerId] });
    appointmentId = created.body.data.id;
    expect(created.body.data.organizerUsers).toEqual([{ organizerId: user.id }]);
    expect((await client.post('/time-tracking/sessions/start', { userId: user.id })).status).toBe(201);
    await installation.stop();
    await installation.sql('ALTER DATABASE lyceum_directory RENAME TO directory_lost');
    await installation.sql('ALTER DATABASE directory_backup RENAME TO lyceum_directory');
    await installation.start();
    client = client.at(installation.url);
    expect((await client.get(`/users/${user.id}`)).status).toBe(404);
  });

  test('leaves dangling references: records of other services can be read and changed, writes for missing users are rejected', async () => {
    const shown = await client.get(`/appointments/${appointmentId}`);
    expect([shown.status, shown.body.data.organizerUsers]).toEqual([200, [{ organizerId: user.id }]]);
    expect((await client.walk('/appointments')).some(({ id }) => id === appointmentId)).toBe(true);
    expect((await client.get('/time-tracking/sessions/active', { query: { userId: user.id } })).status).toBe(404);
    expect((await client.post('/time-tracking/sessions/stop', { userId: user.id })).status).toBe(404);
    expect(
      (
        await client.send('PATCH', `/appointments/${appointmentId}`, {
          json: { title: 'U' },
          ifMatch: shown.headers.get('etag') ?? '',
        })
      ).status,
    ).toBe(200);
  });

  test('accepts the same person again, as a new user', async () => {
    const again = await client.post('/users', { email: user.email, name: 'Lost' });
    expect(again.status).toBe(201);
    expect(again.body.data.id).not.toBe(user.id);
  });
});

/** Waits until every event is published: an outbox row not yet marked would differ. */
/** All rows but the records of requests, which come seconds after these. */
async function contents(): Promise<object> {
  const tables = Object.entries(await installation.contents());
  return Object.fromEntries(tables.filter(([table]) => !table.startsWith('activity.')));
}

async function untilAllPublished(): Promise<void> {
  for (const { name } of services) {
    await until(`the events of ${name}`, async () => {
      const waiting = await installation.sql('SELECT FROM outbox WHERE published_at IS NULL', name);
      return waiting.length === 0;
    });
  }
}
