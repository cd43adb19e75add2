import { afterAll, beforeAll, expect, it } from 'vitest';
import { SyncGuardService } from '../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { newAdministrator } from '../support/console/administrator.ts';
import { importUsers } from '../support/test-directory.ts';
import { TestSync } from '../support/test-sync.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
});
afterAll(() => system.stop());

interface School {
  readonly school: TestInstitution;
  readonly sync: TestSync;
  readonly ids: string[];
}

async function schoolOf(people: number): Promise<School> {
  const school = await system.newInstitution();
  return { school, sync: await TestSync.create(system, school), ids: await importUsers(school, people) };
}

const remove = (sync: TestSync, id: string | undefined) => sync.send('DELETE', `/Users/${id}`);
const deactivate = (sync: TestSync, id: string | undefined) =>
  sync.patch(id ?? '', [{ op: 'replace', path: 'active', value: 'False' }]);

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
  const back = await sync.patch(ids[0] ?? '', [{ op: 'replace', path: 'active', value: true }]);
  expect(back.status).toBe(200);
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
  } as never);
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
