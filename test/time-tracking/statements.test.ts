import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../support/postgres/database-traffic.ts';
import { describeInOneProcess } from '../support/shape/shape.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let client: TestClient;
let member: { userId: string };
beforeAll(async () => {
  // In one process, so that all statements of all services are seen here.
  system = await TestSystem.start({ shape: 'one process', transport: 'direct' });
  ({ client } = await system.newInstitution());
  member = await newMember();
});
afterAll(() => system.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

async function newMember() {
  const { body } = await client.post('/users', { email: `${crypto.randomUUID()}@x.example`, name: 'A' });
  return { userId: body.data.id as string };
}

/** A member and the institution's settings, of directory. */
const LOOKED_UP = 2;
/** Of each command: its key is claimed, the member locked, the event told and the answer remembered. */
const KEYED = LOOKED_UP + 4;

/** Time tracking and directory send this many statements. */
async function expectStatements(count: number, act: () => Promise<{ status: number }>, status = 200): Promise<void> {
  const traffic = watchDatabaseTraffic();
  expect((await act()).status).toBe(status);
  const seen = traffic.ofRequests;
  vi.restoreAllMocks();
  expect(seen.length, seen.join(' ')).toBe(count);
}

describeInOneProcess('counts the statements of all services', 'the statements of one request', () => {
  it('of the punches of a day are as few for each of them', async () => {
    const punch = (kind: string) => () => client.post(`/time-tracking/sessions/${kind}`, member);
    // The last record, that it is still so, and the session.
    await expectStatements(KEYED + 3, punch('start'), 201);
    system.clock.advance(1_000);
    for (const kind of ['pause', 'resume', 'stop']) {
      await expectStatements(KEYED + 3, punch(kind));
      system.clock.advance(1_000);
    }
  });

  it('of a bulk are as many for 500 items as for one', async () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        startTime: new Date(Date.UTC(2025, 0, 1, n)).toISOString(),
        endTime: new Date(Date.UTC(2025, 0, 1, n, 45)).toISOString(),
      }));
    for (const count of [1, 500]) {
      const own = await newMember();
      const bulk = () => client.post('/time-tracking/logs/bulk', { ...own, items: items(count) });
      await expectStatements(KEYED + 2, bulk);
    }
  });

  it('of a read are one of its own and those of directory', async () => {
    const list = () => client.get('/time-tracking/logs', { query: member });
    await expectStatements(LOOKED_UP + 1, list);
    const totals = () =>
      client.get('/time-tracking/totals', { query: { ...member, from: '2026-01-01', to: '2027-01-01' } });
    await expectStatements(LOOKED_UP + 1, totals);
  });
});
