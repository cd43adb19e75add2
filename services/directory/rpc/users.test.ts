import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import { directory } from '../service.ts';

const { createUser, getUser, updateUser, listUsers, batchGetUsers } = UserService.method;

let service: TestService;
let actor: TenantActor;
let call: Call;
let elsewhere: Call;
beforeAll(async () => {
  service = await startTestService(directory, { service: 'own' });
  elsewhere = service.call(await newInstitution(service));
});
afterAll(() => service.stop());
beforeEach(async () => {
  actor = await newInstitution(service);
  call = service.call(actor);
});

async function newUser(fields: object = {}): Promise<User> {
  const { user } = await call(createUser, {
    user: { email: 'ada@x.example', firstName: 'Ada', lastName: 'Albrecht', ...fields },
  });
  return present(user, 'user');
}

async function count(): Promise<number> {
  return (await call(listUsers, { page: { size: 100 } })).users.length;
}

describe('races', () => {
  it.each([
    ['email', (i: number) => ({ email: i % 2 === 0 ? 'a@x.example' : 'A@X.example' }), 'USER_EMAIL_TAKEN'],
    ['code', (i: number) => ({ email: `${i}@x.example`, code: i % 2 === 0 ? 'C' : ' c' }), 'USER_CODE_TAKEN'],
  ])('between creates with one %s have one winner', async (_, request, code) => {
    const settled = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => newUser(request(i))));
    const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refusals).toEqual(Array.from({ length: 11 }, () => code));
    expect(await count()).toBe(1);
  });

  it('between creates of different users have no loser', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => newUser({ email: `${i}@x.example` })));
    expect(await count()).toBe(20);
  });

  it('between updates with one revision have one winner', async () => {
    const user = await newUser();
    const precondition = { revisions: [user.revision] };
    const settled = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        call(updateUser, { id: user.id, precondition, ...userChange({ firstName: `A${i}` }) }),
      ),
    );
    const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refusals).toEqual(Array.from({ length: 7 }, () => 'REVISION_STALE'));
  });
});

describe('reads', () => {
  it('find only the own institution’s users', async () => {
    const user = await newUser();
    for (const id of ['no-uuid', NOWHERE, 'x'.repeat(64)]) {
      await expect(call(getUser, { id })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    }
    await expect(elsewhere(getUser, { id: user.id })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect((await elsewhere(batchGetUsers, { ids: [user.id] })).users).toEqual([]);
    expect((await call(batchGetUsers, { ids: [user.id, user.id, 'no-uuid', NOWHERE] })).users).toEqual([user]);
  });
});
