import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/postgres/query.ts';
import type { TestClient } from '../../support/test-client.ts';
import { importUsers } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';
import { until } from '../../support/until.ts';

const MIB = 1024 * 1024;
/** Longer than it takes to make the pages. */
const GRACE_MS = 3_000;

/**
 * A page of one appointment whose participants’ pictures are more than the operating system buffers for a client that
 * does not read.
 */
const PATH = '/appointments?limit=100';

describe('readers that do not read', () => {
  let system: TestSystem;
  let school: Timetable;
  let other: Timetable;
  const load = () => system.lyceum.load;

  beforeAll(async () => {
    // Room for three pages, of which a client gets two.
    const admission = { costInFlight: 20, waitMs: 60_000, readBytesPerSecond: 64 * 1024, readGraceMs: GRACE_MS };
    system = await TestSystem.start({ shape: 'one process', admission });
    school = await Timetable.in(system);
    other = await Timetable.in(system);
    const userIds = await importUsers(school.institution, 1_000);
    await school.fill(Array.from({ length: 10 }, () => ({})));
    await query(
      system.databases.url('directory'),
      `UPDATE users SET image = 'https://x.example/' || repeat('i', 12000)`,
    );
    await query(system.databases.url('scheduling'), `UPDATE appointments SET user_ids = '{${userIds.join()}}'`);
  }, 120_000);
  afterAll(() => system.stop());

  it('hold the part of their institution until they are disconnected; others wait for them, but no other institution', async () => {
    expect((await school.get('/appointments', { limit: '100' })).status).toBe(200);
    const before = load().slowReaders;
    const readers: Socket[] = [];
    for (let n = 0; n < 3; n++) readers.push(await openUnread(system.port, school.client));
    await until('the other waits', () => load().requestsWaiting === 1);
    expect((await other.get('/appointments')).status).toBe(200);
    expect(load()).toMatchObject({ requestsWaiting: 1, slowReaders: before });
    await until('the readers are disconnected', () => load().slowReaders > before && load().requestsInFlight === 0);
    expect((await school.get('/appointments', { limit: '100' })).status).toBe(200);
    for (const reader of readers) reader.destroy();
    expect(load().shed).toMatchObject({ wait: 0 });
  });

  it('who reads slowly, and not too slowly, has all of it', async () => {
    const before = load().slowReaders;
    const socket = await openRequest(system.port, school.client, 'connection: close\r\n');
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      // A part of the response, then nothing for some time.
      socket.pause();
      setImmediate(() => socket.resume());
    });
    await once(socket, 'end');
    expect(bytes).toBeGreaterThan(8 * MIB);
    expect(load().slowReaders).toBe(before);
  });
});

async function openRequest(port: number, { authorization }: TestClient, headers = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET /api/v4${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n${headers}\r\n`);
  return socket;
}

async function openUnread(port: number, client: TestClient): Promise<Socket> {
  return (await openRequest(port, client)).pause();
}
