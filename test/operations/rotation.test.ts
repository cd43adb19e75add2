import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type CursorKey, parseCursorKeys } from '../../gateway/endpoint/cursor-keys.ts';
import { Gateway } from '../../gateway/gateway.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { RunningService } from '../../platform/process/service.ts';
import { locations } from '../../services/locations/service.ts';
import { importUsers } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const ends: (() => Promise<unknown>)[] = [];
/** Rotating secrets while the platform runs, as described in docs/operations.md. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
await importUsers(school, 3);
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => system.stop());

describe('cursor keys', () => {
  const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`;

  /** Another gateway of the platform, with its own keys. */
  async function gatewayWith(cursorKeys: CursorKey[]) {
    const gateway = await Gateway.create(
      {
        host: '127.0.0.1',
        port: 0,
        publicUrl: undefined,
        errorsBaseUrl: undefined,
        cursorKeys,
        requestTimeoutMs: 10_000,
      },
      {
        router: system.lyceum.system.router,
        bus: system.lyceum.system.bus,
        clock: system.clock,
        ids: systemIds,
        log: silentLogger,
      },
    );
    ends.push(() => gateway.stop());
    return school.client.at(`http://127.0.0.1:${await gateway.start()}`);
  }

  test('a cursor stays valid through both steps of a rotation, until its key is removed', async () => {
    const [old, young] = [newKey('old'), newKey('young')];
    const before = await gatewayWith(parseCursorKeys(old));
    const announced = await gatewayWith(parseCursorKeys(`${old},${young}`));
    const signing = await gatewayWith(parseCursorKeys(`${young},${old}`));
    const after = await gatewayWith(parseCursorKeys(young));
    const first = async (client: typeof before) =>
      (await client.get('/users', { query: { limit: '1' } })).body.pagination.next_cursor as string;
    const follow = async (client: typeof before, cursor: string) =>
      (await client.get('/users', { query: { limit: '1', cursor } })).status;

    const cursor = await first(before);
    expect(await Promise.all([before, announced, signing].map((client) => follow(client, cursor)))).toEqual([
      200, 200, 200,
    ]);
    expect(await follow(after, cursor)).toBe(400);
    const younger = await first(signing);
    expect(await Promise.all([announced, signing, after].map((client) => follow(client, younger)))).toEqual([
      200, 200, 200,
    ]);
    // Why the new key is announced before it signs.
    expect(await follow(before, younger)).toBe(400);
  });
});

describe("a database's password", () => {
  test('changes without interruption: existing sessions continue, new ones accept only the new password', async () => {
    const role = `rotating_${randomBytes(4).toString('hex')}`;
    const url = new URL(system.databases.url('locations'));
    const admin = await openClient({ connectionString: url.href });
    ends.push(
      () => admin.end(),
      () => admin.query(`DROP ROLE ${role}`),
    );
    await admin.query(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'one'`);
    const service = (password: string) => {
      const databaseUrl = Object.assign(new URL(url), { username: role, password }).href;
      const { clock, lyceum } = system;
      const { bus, router } = lyceum.system;
      const running = new RunningService(locations, {
        databaseUrl,
        clock,
        bus,
        router,
        ids: systemIds,
        log: silentLogger,
        maxConnections: 1,
        statementTimeoutMs: 5_000,
      });
      ends.push(() => running.stop());
      return running;
    };
    const running = service('one');
    expect(await running.isReady()).toBe(true);
    await admin.query(`ALTER ROLE ${role} PASSWORD 'two'`);
    expect(await running.isReady()).toBe(true);
    expect(await service('two').isReady()).toBe(true);
    expect(await service('one').isReady()).toBe(false);
  });
});
