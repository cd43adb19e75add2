import type { MessageInitShape } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { PositionSchema } from '../../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { type ListUsersRequestSchema, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import { directory } from '../service.ts';

const { createUser, updateUser, listUsers } = UserService.method;

let service: TestService;
let call: Call;
const emails: string[] = [];

// 30 users at three instants, so that most pages begin among users with one creation time.
beforeAll(async () => {
  service = await startTestService(directory, { service: 'own' });
  const other = service.call(await newInstitution(service));
  call = service.call(await newInstitution(service));
  for (let i = 0; i < 30; i++) {
    if (i % 10 === 0) service.clock.advance(1000);
    const user = { email: `User${i}@x.example`, name: `User ${i}`, ...(i === 7 ? { code: ' C-7 ' } : {}) };
    await call(createUser, { user });
    await other(createUser, { user });
    emails.push(user.email);
  }
});
afterAll(() => service.stop());

type Filters = Omit<MessageInitShape<typeof ListUsersRequestSchema>, 'page' | '$typeName'>;

async function walk(size: number, filters: Filters = {}): Promise<string[]> {
  const seen: string[] = [];
  let after: MessageInitShape<typeof PositionSchema> | undefined;
  for (;;) {
    const page = await call(listUsers, { page: { size, ...(after ? { after } : {}) }, ...filters });
    seen.push(...page.users.map(({ email }) => email));
    const last = page.users.at(-1);
    if (!page.hasMore || !last) return seen;
    expect(page.users).toHaveLength(size);
    after = { sort: last.createdAt, id: last.id };
  }
}

async function found(filters: Filters): Promise<string[]> {
  return (await call(listUsers, { page: { size: 5 }, ...filters })).users.map(({ email }) => email);
}

describe('paging', () => {
  it.each([1, 7, 10, 29, 30, 100])('by %i returns every user once, in order of creation', async (size) => {
    expect(await walk(size)).toEqual(emails);
  });

  it('with updatedSince returns users changed at that instant or later, in order of creation', async () => {
    service.clock.advance(1000);
    const { users } = await call(listUsers, { page: { size: 100 } });
    for (const index of [25, 3, 14]) {
      await call(updateUser, {
        id: users[index]?.id ?? '',
        precondition: { any: true },
        ...userChange({ isArchived: true }),
      });
    }
    const updatedSince = new Date(service.clock.now()).toISOString();
    const changed = [3, 14, 25].map((index) => emails[index]);
    expect(await walk(2, { updatedSince })).toEqual(changed);
    expect(await walk(1, { updatedSince })).toEqual(changed);
    service.clock.advance(1);
    expect(await walk(2, { updatedSince: new Date(service.clock.now()).toISOString() })).toEqual([]);
    expect(await walk(4, { updatedSince: '1970-01-01T00:00:00.000Z' })).toEqual(emails);
  });
});

describe('a filter', () => {
  it.each([
    ['an email in another case', { email: 'USER7@x.EXAMPLE' }, ['User7@x.example']],
    ['an email with white space', { email: ' user7@x.example' }, []],
    ['an empty email', { email: '' }, []],
    ['a code, trimmed, in another case', { code: 'c-7\t' }, ['User7@x.example']],
    ['another code', { code: 'C7' }, []],
    ['a blank code', { code: ' ' }, []],
    ['email and code of one user', { email: 'user7@x.example', code: 'C-7' }, ['User7@x.example']],
    ['email and code of different users', { email: 'user8@x.example', code: 'C-7' }, []],
    ['an email long ago', { email: 'user7@x.example', updatedSince: '1970-01-01T00:00:00.000Z' }, ['User7@x.example']],
    ['an email from now on', { email: 'user7@x.example', updatedSince: '9998-01-01T00:00:00.000Z' }, []],
  ])('by %s', async (_, filters, expected) => {
    expect(await found(filters)).toEqual(expected);
  });

  it('by email returns nothing after its user', async () => {
    const { users } = await call(listUsers, { page: { size: 1 }, email: 'user7@x.example' });
    const [user] = users;
    const after = { sort: user?.createdAt ?? '', id: user?.id ?? '' };
    expect((await call(listUsers, { page: { size: 1, after }, email: 'user7@x.example' })).users).toEqual([]);
    const before = { sort: '2026-01-01T00:00:00.000Z', id: user?.id ?? '' };
    expect((await call(listUsers, { page: { size: 1, after: before }, email: 'user7@x.example' })).users).toEqual(
      users,
    );
  });
});

describe('refuses', () => {
  it.each([
    ['no page', {}, '/page'],
    ['an empty page', { page: { size: 0 } }, '/page/size'],
    ['a page that is too large', { page: { size: 501 } }, '/page/size'],
    ['a position without an instant', { page: { size: 1, after: { sort: 'x', id: NOWHERE } } }, '/page/after/sort'],
    [
      'a position without an id',
      { page: { size: 1, after: { sort: '2026-01-01T00:00:00.000Z', id: 'x' } } },
      '/page/after/id',
    ],
    ['no instant', { page: { size: 1 }, updatedSince: 'yesterday' }, '/updatedSince'],
    ['an impossible day', { page: { size: 1 }, updatedSince: '2026-02-30T00:00:00.000Z' }, '/updatedSince'],
  ])('%s', async (_, request, pointer) => {
    await expect(call(listUsers, request)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer }],
    });
  });
});
