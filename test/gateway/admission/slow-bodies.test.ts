import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BODY_BOUNDS } from '../../../gateway/http/received-body.ts';
import { RawConnection } from '../../support/raw-connection.ts';
import { requestHead, statusesIn } from '../../support/raw-http.ts';
import type { TestClient } from '../../support/test-client.ts';
import { newEmail } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { until } from '../../support/until.ts';

const BYTES = 200_000;

/** Sends the head of a create; returns when its turn has come, and the gateway waits for the body. */
async function openBody(port: number, { authorization }: TestClient, bytes: number): Promise<RawConnection> {
  const connection = await RawConnection.open(port);
  const headers = {
    authorization,
    'idempotency-key': randomUUID(),
    expect: '100-continue',
    'content-length': `${bytes}`,
  };
  await connection.send(requestHead('POST /api/v4/users', headers));
  await connection.read(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  return connection;
}

/** Sends a body that is no JSON; returns all statuses. */
async function answerOf(connection: RawConnection): Promise<number[]> {
  await connection.send(' '.repeat(BYTES));
  const statuses = statusesIn(await connection.read(/HTTP\/1\.1 4/));
  connection.close();
  return statuses;
}

describe('large bodies of two institutions that do not come', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await TestSystem.start();
  });
  afterAll(() => system.stop());

  it('keep no other institution waiting, whatever the two wait for', async () => {
    const [one, second, third] = await Promise.all([1, 2, 3].map(() => system.newInstitution()));
    if (!one || !second || !third) throw new Error('three institutions');
    const clients = [one.client, await system.newClient(one.id), second.client, await system.newClient(second.id)];
    // It is known that their creates have small answers: a body of the first one costs what a body costs.
    for (const client of clients)
      expect((await client.post('/users', { email: newEmail(), name: 'Small' }, { key: randomUUID() })).status).toBe(
        201,
      );
    const bodies: RawConnection[] = [];
    for (const client of clients.slice(0, 3)) bodies.push(await openBody(system.port, client, BYTES));
    // More than the two may have: these wait for the bodies of their own institutions.
    const waiting = clients
      .flatMap((client) => [client, client])
      .map(async (client) => answerOf(await openBody(system.port, client, BYTES)));
    // What is not known is expected to be large.
    const firstLists = [second, third].map(({ client }) => client.get('/courses?limit=5'));
    for (let n = 0; n < 10; n++) expect((await third.client.get('/users?limit=5')).status).toBe(200);
    expect(await Promise.all([...bodies.map(answerOf), ...waiting])).toEqual(Array(11).fill([100, 400]));
    for (const answer of await Promise.all(firstLists)) expect(answer.status).toBe(200);
  });
});

describe('a body whose turn has come', () => {
  let system: TestSystem;
  let client: TestClient;
  beforeAll(async () => {
    const admission = { readBytesPerSecond: 1024 * 1024, readGraceMs: 200 };
    system = await TestSystem.start({ shape: 'one process', admission });
    client = (await system.newInstitution()).client;
  });
  afterAll(() => system.stop());

  it.each([1_000, BODY_BOUNDS.bytes])(
    'of %i bytes ends when it does not arrive',
    async (bytes) => {
      const connection = await openBody(system.port, client, bytes);
      await connection.send('{');
      expect(statusesIn(await connection.readToEnd())).toEqual([100, 400]);
      await until('its part is free', () => system.lyceum.load.requestsInFlight === 0);
      // Node itself would end it after 30 s.
    },
    25_000,
  );

  it('is taken when it arrives, and the connection serves the next one', async () => {
    const body = JSON.stringify({ email: newEmail(), name: 'Raw' });
    const connection = await openBody(system.port, client, body.length);
    await connection.send(body);
    await connection.read(/ 201 /);
    await connection.send(requestHead('GET /healthz', { connection: 'close' }));
    expect(statusesIn(await connection.readToEnd())).toEqual([100, 201, 200]);
  });
});
