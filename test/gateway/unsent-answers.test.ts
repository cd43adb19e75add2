import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../support/query.ts';
import type { TestClient } from '../support/test-client.ts';
import { importUsers } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { Timetable } from '../support/test-timetable.ts';
import { until } from '../support/until.ts';

const MIB = 1024 * 1024;
/** Longer than it takes to make the pages that are too much. */
const GRACE_MS = 4_000;

/** More than the system keeps for a connection whose other end does not read. */
const PATH = '/appointments?limit=100';

describe.each(['direct', 'mux'] as const)('readers that do not read, over %s', (transport) => {
  let system: TestSystem;
  let school: Timetable;
  let other: TestClient;
  const load = () => system.lyceum.load;

  beforeAll(async () => {
    const overload = { unsentBytes: 10 * MIB, readBytesPerSecond: 64 * 1024, readGraceMs: GRACE_MS };
    system = await TestSystem.start({ shape: 'one process', transport, overload });
    school = await Timetable.in(system);
    other = (await system.newInstitution()).client;
    const userIds = await importUsers(school.institution, 1_000);
    await school.fill(Array.from({ length: 100 }, () => ({})));
    await query(
      system.databases.url('directory'),
      `UPDATE users SET image = 'https://x.example/' || repeat('i', 2000)`,
    );
    await query(system.databases.url('scheduling'), `UPDATE appointments SET user_ids = '{${userIds.join()}}'`);
  }, 120_000);
  afterAll(() => system.stop());

  it('count until they are disconnected; what is too much is shed for their client, and nobody else', async () => {
    const readers: Socket[] = [];
    for (let n = 0; n < 16; n++) readers.push(await openUnread(system.port, school.client));
    await until('some of it is shed', () => load().shed.unsent > 0);
    expect(load().unsentBytes).toBeLessThanOrEqual(7 * MIB);
    expect((await other.get('/users')).status).toBe(200);
    await until('all that were answered are disconnected', () => load().unsentBytes === 0);
    expect(load().slowReaders).toBeGreaterThan(0);
    expect((await school.get('/appointments', { limit: '100' })).status).toBe(200);
    for (const reader of readers) reader.destroy();
    await until('nothing is under way', () => load().requestsInFlight === 0);
  });

  it('hold up nobody of their institution, whose requests have their turns when the answers are made', async () => {
    const before = load();
    const reader = await openUnread(system.port, school.client);
    await until(
      'the answer is made',
      () => load().unsentBytes > 0 && system.lyceum.gateway.largeRequests.waiting === 0,
    );
    // Beside another institution large requests of one are under way one at a time.
    expect((await other.get('/users')).status).toBe(200);
    expect((await school.get('/appointments', { limit: '1', fields: 'id' })).status).toBe(200);
    expect(load()).toMatchObject({ slowReaders: before.slowReaders, shed: before.shed });
    reader.destroy();
    await until('nothing is under way', () => load().requestsInFlight === 0);
  });

  it('who reads slowly, and not too slowly, has all of it', async () => {
    const before = load().slowReaders;
    const socket = await openRequest(system.port, school.client, 'connection: close\r\n');
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      // A part of the answer, then for some time none.
      socket.pause();
      setImmediate(() => socket.resume());
    });
    await once(socket, 'end');
    expect(bytes).toBeGreaterThan(4 * MIB);
    await until('nothing is kept', () => load().unsentBytes === 0);
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
