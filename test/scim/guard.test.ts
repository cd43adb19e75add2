import { afterAll, beforeAll, expect, it } from 'vitest';
import { SyncGuardService } from '../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { newAdministrator } from '../support/console/administrator.ts';
import { importUsers, newEmail } from '../support/test-directory.ts';
import { TestSync } from '../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
});
afterAll(() => system.stop());

const HOUR_MS = 3_600_000;

interface School {
  readonly school: TestInstitution;
  readonly sync: TestSync;
  readonly ids: string[];
}

async function schoolOf(people: number): Promise<School> {
  const school = await system.newInstitution();
  const ids = await importUsers(school, people);
  // Only those count who were there an hour ago.
  system.clock.advance(HOUR_MS);
  return { school, sync: await TestSync.create(system, school), ids };
}

const remove = (sync: TestSync, id: string | undefined) => sync.send('DELETE', `/Users/${id}`);
const deactivate = (sync: TestSync, id: string | undefined) =>
  sync.patch(id ?? '', [{ op: 'replace', path: 'active', value: 'False' }]);
const revive = (sync: TestSync, id: string | undefined) =>
  sync.patch(id ?? '', [{ op: 'replace', path: 'active', value: true }]);
const rename = (sync: TestSync, id: string | undefined, userName = newEmail()) =>
  sync.patch(id ?? '', [{ op: 'replace', path: 'userName', value: userName }]);
const statuses = (answers: readonly { readonly status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

it('429: beyond twenty, and a fifth of the active people and those; until an administrator allows it', async () => {
  const { school, sync, ids } = await schoolOf(120);
  // 24 archived leave 96 active ones: 24 is a fifth of 120, and no more than that.
  for (const [n, id] of ids.slice(0, 25).entries())
    expect((await (n % 2 ? remove : deactivate)(sync, id)).status).toBe(n % 2 ? 204 : 200);
  const held = await remove(sync, ids[30]);
  expect(held.status).toBe(429);
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(held.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  expect((await deactivate(sync, ids[30])).status).toBe(429);
  // Bringing somebody back is possible, and makes no room.
  expect((await revive(sync, ids[0])).status).toBe(200);
  expect((await remove(sync, ids[30])).status).toBe(429);
  // Another sync and the API are not held.
  const other = await TestSync.create(system, school, 'Okta');
  expect((await remove(other, ids[40])).status).toBe(204);
  expect((await school.client.patch(`/users/${ids[41]}`, { isArchived: true }, { ifMatch: '*' })).status).toBe(200);

  const ada = await newAdministrator(system, { institution: school });
  const call = system.call({
    kind: 'administrator',
    institutionId: school.id,
    userId: ada.userId,
    sessionId: crypto.randomUUID(),
    name: ada.name,
    roles: ['people'],
  });
  const { guards } = await call(SyncGuardService.method.listSyncGuards, {});
  expect(guards).toMatchObject([{ integrationId: sync.integrationId, archived: 25 }]);
  await call(SyncGuardService.method.allowArchiving, { integrationId: sync.integrationId });
  expect((await call(SyncGuardService.method.listSyncGuards, {})).guards).toEqual([]);
  expect((await remove(sync, ids[30])).status).toBe(204);
});

it('204: twenty at once, however few there are; one more when the hour is over', async () => {
  const { sync, ids } = await schoolOf(30);
  const answers = await Promise.all(ids.map((id) => remove(sync, id)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(21);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
  const refused = ids.filter((_, n) => answers[n]?.status === 429);
  system.clock.advance(3_599_000);
  expect((await remove(sync, refused[0])).status).toBe(429);
  system.clock.advance(1_000);
  expect((await remove(sync, refused[0])).status).toBe(204);
});

it('429: people whom the sync makes up make no room, and do not count themselves', async () => {
  const { sync, ids } = await schoolOf(63);
  const made = await Promise.all(Array.from({ length: 150 }, () => sync.newUser()));
  const answers = await Promise.all(ids.map((id) => remove(sync, id)));
  expect([statuses(answers, 204), statuses(answers, 429)]).toEqual([21, 42]);
  const ofMade = await Promise.all(made.slice(0, 40).map(({ id }, n) => (n % 2 ? remove : rename)(sync, id)));
  expect(statuses(ofMade, 429)).toBe(0);
  expect(
    (
      await remove(
        sync,
        ids.find((_, n) => answers[n]?.status === 429),
      )
    ).status,
  ).toBe(429);
});

it('429: people whom others have created within the hour count, and make no room', async () => {
  const { school, sync } = await schoolOf(1);
  const fresh = await importUsers(school, 200);
  const answers = await Promise.all(fresh.map((id) => remove(sync, id)));
  expect(statuses(answers, 204)).toBe(21);
});

it('429: bringing back those who were archived long ago makes no room', async () => {
  const { school, sync, ids } = await schoolOf(140);
  const archived = ids.slice(0, 80);
  for (const id of archived) await school.client.patch(`/users/${id}`, { isArchived: true }, { ifMatch: '*' });
  system.clock.advance(HOUR_MS + 1);
  expect(statuses(await Promise.all(archived.map((id) => revive(sync, id))), 200)).toBe(80);
  const answers = await Promise.all(ids.map((id) => remove(sync, id)));
  expect(statuses(answers, 204)).toBe(21);
});

it('429: changes of userName count like archivings, at once or not; those of its letters do not', async () => {
  const { sync, ids } = await schoolOf(110);
  const named = await sync.get(`/Users/${ids[0]}`);
  for (let n = 0; n < 30; n++) {
    const userName = n % 2 ? named.body.userName.toUpperCase() : named.body.userName;
    expect((await rename(sync, ids[0], userName)).status).toBe(200);
  }
  const answers = await Promise.all(ids.slice(0, 60).map((id, n) => (n % 2 ? rename : deactivate)(sync, id)));
  // 22 is a fifth of 110, and no more than that.
  expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([23, 37]);
  expect((await rename(sync, ids[70])).status).toBe(429);
  // Whatever else changes is written.
  const other = await sync.patch(ids[70] ?? '', [{ op: 'replace', path: 'displayName', value: 'New Name' }]);
  expect(other.status).toBe(200);
});

it('204: what lies an hour back counts no more, however it is spread', async () => {
  const { sync, ids } = await schoolOf(60);
  const next = ids.values();
  for (let minute = 0; minute < 7; minute++) {
    for (let n = 0; n < 3; n++) expect((await remove(sync, next.next().value)).status).toBe(204);
    system.clock.advance(90_000);
  }
  const { value } = next.next();
  expect((await remove(sync, value)).status).toBe(429);
  system.clock.advance(HOUR_MS - 7 * 90_000 - 1);
  expect((await remove(sync, value)).status).toBe(429);
  system.clock.advance(1);
  expect((await remove(sync, value)).status).toBe(204);
});
