import type { MessageInitShape } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { type MemberIdentitySchema, MemberService } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import { directory } from '../service.ts';

const { resolveMember, batchResolveMembers } = MemberService.method;
const { createUser, updateUser } = UserService.method;

let service: TestService;
let call: Call;
let elsewhere: Call;
let ada: User;
let archived: User;
beforeAll(async () => {
  service = await startTestService(directory);
  elsewhere = service.call(await newInstitution(service));
  call = service.call(await newInstitution(service));
  const created = await call(createUser, { user: { email: 'Ada@x.example', name: 'Ada', code: ' NH-0001' } });
  ada = present(created.user, 'user');
  const { user } = await call(createUser, { user: { email: 'gone@x.example', name: 'Gone', code: 'NH-0002' } });
  const changed = await call(updateUser, {
    id: user?.id ?? '',
    precondition: { any: true },
    ...userChange({ isArchived: true }),
  });
  archived = present(changed.user, 'user');
});
afterAll(() => service.stop());

type Identity = MessageInitShape<typeof MemberIdentitySchema>;
const byId = (value: string): Identity => ({ identity: { case: 'userId', value } });
const byEmail = (value: string): Identity => ({ identity: { case: 'email', value } });
const byCode = (value: string): Identity => ({ identity: { case: 'code', value } });

describe('a member', () => {
  it.each([
    ['id', () => byId(ada.id)],
    ['email in another case', () => byEmail('aDA@X.example')],
    ['code, trimmed, in another case', () => byCode('nh-0001  ')],
  ])('is found by %s', async (_, identity) => {
    expect((await call(resolveMember, { identity: identity() })).user).toEqual(ada);
  });

  it.each([
    ['an unknown id', () => byId(NOWHERE)],
    ['an invalid id', () => byId('no-uuid')],
    ['an email with an extra character', () => byEmail('xada@x.example')],
    ['a code without its prefix', () => byCode('0001')],
    ['a blank code', () => byCode('  ')],
    ['an archived user’s id', () => byId(archived.id)],
    ['an archived user’s email', () => byEmail('gone@x.example')],
    ['an archived user’s code', () => byCode('NH-0002')],
  ])('is not found by %s', async (_, identity) => {
    await expect(call(resolveMember, { identity: identity() })).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
  });

  it('who is archived is found by the id alone, where that is admitted', async () => {
    const admitting = (identity: Identity) => call(resolveMember, { identity, withArchived: true });
    expect((await admitting(byId(archived.id))).user).toEqual(archived);
    for (const identity of [byEmail('gone@x.example'), byCode('NH-0002'), byId(NOWHERE)])
      await expect(admitting(identity)).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    const foreign = elsewhere(resolveMember, { identity: byId(archived.id), withArchived: true });
    await expect(foreign).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
  });

  it('is found in its own institution only', async () => {
    for (const identity of [byId(ada.id), byEmail(ada.email), byCode('NH-0001')]) {
      await expect(elsewhere(resolveMember, { identity })).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    }
  });

  it('must be named in exactly one way', async () => {
    await expect(call(resolveMember, {})).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    await expect(call(resolveMember, { identity: {} })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    await expect(call(resolveMember, { identity: byEmail(' ada@x.example') })).rejects.toMatchObject({
      violations: [{ pointer: '/identity/email', code: 'invalid_string' }],
    });
  });
});

it('many members are found in one call, each at its index', async () => {
  const identities = [byCode('x'), byCode('NH-0001'), byId(archived.id), byEmail('ADA@x.example'), byId(ada.id)];
  const { members } = await call(batchResolveMembers, { identities });
  expect(members).toMatchObject([
    { index: 1, user: ada },
    { index: 3, user: ada },
    { index: 4, user: ada },
  ]);
  expect((await call(batchResolveMembers, { identities: [] })).members).toEqual([]);
  const most = Array.from({ length: 500 }, () => byCode('NH-0001'));
  expect((await call(batchResolveMembers, { identities: most })).members).toHaveLength(500);
});
