import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { SyncedUserService } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';

const { listSyncedUsers, removeSyncedUser, createSyncedUser } = SyncedUserService.method;

let service: TestService;
let actor: TenantActor;
let call: Call;
beforeAll(async () => {
  service = await startDirectory({ service: 'own' });
  actor = await newInstitution(service);
  call = service.call(actor);
  await service.sql(
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
     SELECT $1, gen_random_uuid(), n || '@x.example', n || '@x.example', 'Name', false, n % 10 = 0, gen_random_uuid(), at, at
     FROM (SELECT n, timestamptz '2026-01-01' + n / 7 * interval '1 minute' AS at FROM generate_series(1, 450) AS n) AS m`,
    [actor.institutionId],
  );
});
afterAll(() => service.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

const page = (offset: number, limit = 100) => call(listSyncedUsers, { offset, limit });
const countsIn = ({ statements }: { readonly statements: readonly string[] }) =>
  statements.filter((name) => name === 'users_count_synced').length;

it('a walk counts once, and shows each user once though some are removed meanwhile', async () => {
  const traffic = watchDatabaseTraffic('directory');
  const ids: string[] = [];
  for (let offset = 0; offset < 450; offset += 100) {
    const { syncedUsers, total } = await page(offset);
    ids.push(...syncedUsers.map(({ user }) => user?.id ?? ''));
    expect(total).toBe(450);
    if (offset < 300) for (const id of ids.slice(-100, -98)) await call(removeSyncedUser, { id });
  }
  expect(new Set(ids).size).toBe(450);
  expect(countsIn(traffic)).toBe(1);
});

it('a first page counts what is there now', async () => {
  const { total } = await page(0, 0);
  expect(total).toBe(444);
  const user = { email: 'new@x.example', name: 'New', isArchived: false };
  await call(createSyncedUser, { syncedUser: { user, isNameOwn: true } });
  expect((await page(0, 1)).total).toBe(445);
});

it('two walks at once, in steps of their own, each show each user once', async () => {
  const walk = async (limit: number, isArchived?: boolean) => {
    const ids: string[] = [];
    for (let offset = 0; ; offset += limit) {
      const { syncedUsers } = await call(listSyncedUsers, {
        ...{ offset, limit },
        ...(isArchived === undefined ? {} : { isArchived }),
      });
      if (syncedUsers.length === 0) return ids;
      ids.push(...syncedUsers.map(({ user }) => user?.id ?? ''));
    }
  };
  const [all, again, active] = await Promise.all([walk(100), walk(37), walk(50, false)]);
  expect(again).toEqual(all);
  expect(new Set(all).size).toBe(445);
  expect(all).toEqual(expect.arrayContaining(active));
});

it('a page that nobody has led to, behind the end, or a minute later, is the same', async () => {
  const ids = async (offset: number) => (await page(offset)).syncedUsers.map(({ user }) => user?.id);
  const led = await ids(200);
  expect(await page(2 ** 31 - 1)).toMatchObject({ syncedUsers: [], total: 445 });
  service.clock.advance(60_000);
  const traffic = watchDatabaseTraffic('directory');
  expect(await ids(200)).toEqual(led);
  expect(countsIn(traffic)).toBe(1);
});
