import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { type PublishedEvent, publishedEvents } from '../../../test/support/nats/published-events.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import { directory } from '../service.ts';

const { createUser, getUser, updateUser, listUsers, batchGetUsers } = UserService.method;
const any = { any: true };

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

function eventsOf(user: User): Promise<PublishedEvent[]> {
  return publishedEvents(service, 'resource_id', user.id);
}

describe('CreateUser', () => {
  it('stores everything as given', async () => {
    const user = await newUser({ email: 'Ada@X.example', image: 'https://x.example/a', code: ' NH-1 ' });
    expect(user).toMatchObject({
      email: 'Ada@X.example',
      name: 'Ada Albrecht',
      firstName: 'Ada',
      lastName: 'Albrecht',
      image: 'https://x.example/a',
      code: ' NH-1 ',
      isArchived: false,
      createdAt: new Date(service.clock.now()).toISOString(),
      updatedAt: new Date(service.clock.now()).toISOString(),
    });
    expect((await call(getUser, { id: user.id })).user).toEqual(user);
    expect(await eventsOf(user)).toEqual([['UserCreated', user.id, null]]);
  });

  it.each([
    ['no name', { email: 'a@x.example' }, '/name', 'required'],
    ['a blank code', { email: 'a@x.example', name: 'A', code: '  ' }, '/user/code', 'invalid_string'],
    ['an invalid email', { email: 'a', name: 'A' }, '/user/email', 'invalid_string'],
    ['a long email', { email: `a@${'x'.repeat(319)}`, name: 'A' }, '/user/email', 'too_big'],
    ['a long name', { email: 'a@x.example', name: 'A'.repeat(256) }, '/user/name', 'too_big'],
  ])('refuses %s', async (_, user, pointer, code) => {
    await expect(call(createUser, { user })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer, code }],
    });
  });

  it('refuses U+0000', async () => {
    await expect(newUser({ firstName: 'A\u0000' })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('refuses an email or code that another user has, ignoring case', async () => {
    await newUser({ code: 'NH-1' });
    await expect(newUser({ email: 'ADA@x.EXAMPLE' })).rejects.toMatchObject({ code: 'USER_EMAIL_TAKEN' });
    await expect(newUser({ email: 'b@x.example', code: '\tnh-1 ' })).rejects.toMatchObject({ code: 'USER_CODE_TAKEN' });
    const { user: other } = await elsewhere(createUser, { user: { email: 'ada@x.example', name: 'E', code: 'NH-1' } });
    expect(other).toMatchObject({ email: 'ada@x.example', code: 'NH-1' });
    expect(await count()).toBe(1);
  });

  it('checks codes against a format that was just set', async () => {
    await newUser();
    await call(InstitutionService.method.setInstitutionSettings, { change: { userCodeFormat: 'NH-[0][0][0][0]' } });
    await expect(newUser({ email: 'b@x.example', code: 'nh-0001' })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/code', code: 'invalid_string' }],
    });
    expect((await newUser({ email: 'b@x.example', code: 'NH-0001' })).code).toBe('NH-0001');
    expect((await newUser({ email: 'c@x.example' })).code).toBeUndefined();
  });

  it('refuses an institution that does not exist', async () => {
    const nowhere = service.call({ kind: 'operator', institutionId: NOWHERE });
    await expect(nowhere(createUser, { user: { email: 'a@x.example', name: 'A' } })).rejects.toMatchObject({
      code: 'INSTITUTION_NOT_FOUND',
    });
  });
});

describe('with an idempotency key', () => {
  const key = { key: 'k', fingerprint: 'f' };

  it('a create is replayed unchanged', async () => {
    const request = { user: { email: 'a@x.example', name: 'A' } };
    const first = await service.callWithKey(actor, key)(createUser, request);
    const second = await service.callWithKey(actor, key)(createUser, request);
    expect(first.metadata?.replayed).toBe(false);
    expect(second.metadata).toEqual({ ...first.metadata, replayed: true });
    expect(second.message).toEqual(first.message);
    expect(await count()).toBe(1);
  });

  it('another request is refused, and a refusal releases the key', async () => {
    await expect(service.callWithKey(actor, key)(createUser, { user: { email: 'a@x.example' } })).rejects.toMatchObject(
      {
        code: 'REQUEST_INVALID',
      },
    );
    await service.callWithKey(actor, key)(createUser, { user: { email: 'a@x.example', name: 'A' } });
    const other = service.callWithKey(actor, { ...key, fingerprint: 'g' });
    await expect(other(createUser, { user: { email: 'b@x.example', name: 'B' } })).rejects.toMatchObject({
      code: 'KEY_REUSED',
    });
    expect(await count()).toBe(1);
  });

  it('twenty concurrent requests create one user', async () => {
    const creates = Array.from({ length: 20 }, () =>
      service.callWithKey(actor, key)(createUser, { user: { email: 'a@x.example', name: 'A' } }),
    );
    const settled = await Promise.allSettled(creates);
    const ids = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value.message.user?.id] : []));
    const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(new Set(ids).size).toBe(1);
    expect(refusals.filter((code) => code !== 'KEY_IN_FLIGHT')).toEqual([]);
    expect(await count()).toBe(1);
  });
});

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

describe('UpdateUser', () => {
  it('changes fields that are set and clears those that are named', async () => {
    const user = await newUser({ code: 'C', image: 'i' });
    service.clock.advance(1500);
    const { user: next } = await call(updateUser, {
      id: user.id,
      precondition: { revisions: ['other', user.revision] },
      ...userChange({ email: 'eda@x.example', firstName: 'Eda', isArchived: true, code: null, image: null }),
    });
    expect(next).toMatchObject({
      email: 'eda@x.example',
      name: 'Eda Albrecht',
      isArchived: true,
      createdAt: user.createdAt,
    });
    expect([next?.code, next?.image]).toEqual([undefined, undefined]);
    expect(next?.revision).not.toBe(user.revision);
    expect(next?.updatedAt).toBe(new Date(service.clock.now()).toISOString());
    expect((await call(getUser, { id: user.id })).user).toEqual(next);
    expect(await newUser({ code: 'c' })).toMatchObject({ code: 'c' });
  });

  it('that changes nothing keeps the revision and publishes nothing', async () => {
    const user = await newUser();
    service.clock.advance(1500);
    expect((await call(updateUser, { id: user.id, precondition: any, ...userChange({}) })).user).toEqual(user);
    expect(
      (await call(updateUser, { id: user.id, precondition: any, ...userChange({ lastName: 'Albrecht' }) })).user,
    ).toEqual(user);
    expect(await eventsOf(user)).toHaveLength(1);
  });

  it('records that a name was set to its current value', async () => {
    const user = await newUser();
    expect(
      (await call(updateUser, { id: user.id, precondition: any, ...userChange({ name: user.name }) })).user,
    ).toEqual(user);
    const { user: next } = await call(updateUser, {
      id: user.id,
      precondition: any,
      ...userChange({ firstName: 'Eda' }),
    });
    expect(next).toMatchObject({ firstName: 'Eda', name: 'Ada Albrecht' });
  });

  it('refuses in the specified order', async () => {
    const user = await newUser({ code: 'C' });
    await newUser({ email: 'b@x.example', code: 'D' });
    const stale = { revisions: ['stale'] };
    const bad = userChange({ firstName: null, lastName: null, email: 'B@x.example' });
    const refusal = (request: object) => expect(call(updateUser, { id: user.id, ...request })).rejects;
    await expect(call(updateUser, { id: 'no-uuid', ...bad })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(elsewhere(updateUser, { id: user.id, ...bad })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await refusal(bad).toMatchObject({ code: 'REVISION_REQUIRED' });
    await refusal({ ...bad, precondition: stale }).toMatchObject({ code: 'REVISION_STALE' });
    await refusal({ ...bad, precondition: any }).toMatchObject({ code: 'REQUEST_INVALID' });
    await refusal({ ...userChange({ email: 'B@x.example' }), precondition: any }).toMatchObject({
      code: 'USER_EMAIL_TAKEN',
    });
    await refusal({ ...userChange({ code: 'd ' }), precondition: any }).toMatchObject({ code: 'USER_CODE_TAKEN' });
    expect((await call(getUser, { id: user.id })).user).toEqual(user);
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

  it('that are concurrent each return their own user', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, (_, i) => newUser({ email: `${i}@x.example` })));
    const found = await Promise.all(users.map(({ id }) => call(getUser, { id })));
    expect(found.map(({ user }) => user)).toEqual(users);
  });
});
