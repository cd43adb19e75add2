import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { timetracking } from '../service.ts';
import { lockMembers } from './lock-members.ts';
import { findLast } from './time-records.ts';

let service: TestService;
let actor: TenantActor;
/** Members of one group, and one of another. */
let [first, second, stranger] = ['', '', ''];
beforeAll(async () => {
  service = await startTestService(timetracking);
  actor = { kind: 'operator', institutionId: systemIds.newId() };
  const groups = await service.sql<{ ids: string[] }>(
    `SELECT array_agg(id::text) AS ids FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 1000)) members
     GROUP BY hashtextextended(id::text, 0) & 255 HAVING count(*) > 1 LIMIT 2`,
  );
  const [one, another] = groups.map(({ ids }) => ids) as [[string, string], [string]];
  [first, second] = one;
  [stranger] = another;
});
afterAll(() => service.stop());

/** Starts a transaction that has locked members and waits to be released. */
async function hold(members: readonly string[]) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: noteLocked } = Promise.withResolvers<void>();
  const ended = service.runtime.db.transaction(
    async (tx) => {
      lockMembers(tx, actor, members);
      await findLast(tx, actor, first);
      noteLocked();
      await released;
    },
    { of: 'nobody' },
  );
  await locked;
  return { release, ended };
}

/** Locks members and ends. */
const pass = (members: readonly string[]) =>
  service.runtime.db.transaction(async (tx) => lockMembers(tx, actor, members), { of: 'nobody' });

const waiting = async () => {
  const [row] = await service.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_locks
     WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return row?.n;
};

describe('writes that lock members', () => {
  it.each([
    ['one member, for that member', () => [first], () => [first]],
    ['one member, for several with it', () => [first], () => [first, stranger]],
    ['several, for one of them', () => [first, stranger], () => [first]],
    ['several, for one of the group of one of them', () => [first, stranger], () => [second]],
    ['several, for several with a group in common', () => [first, stranger], () => [second, systemIds.newId()]],
  ])('wait for one for %s', async (_, held, requested) => {
    const holder = await hold(held());
    let hasPassed = false;
    const passing = pass(requested()).then(() => (hasPassed = true));
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 30_000, interval: 10 });
    expect(hasPassed).toBe(false);
    holder.release();
    await Promise.all([holder.ended, passing]);
  });

  it('do not wait for one for another member of the same group', async () => {
    const holder = await hold([first]);
    await pass([second]);
    holder.release();
    await holder.ended;
  });
});
