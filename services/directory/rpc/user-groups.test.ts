import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { startDirectory } from '../../../test/support/directory/start-directory.ts';
import { importRecords } from '../../../test/support/import-records.ts';

const { batchGetUserGroups, listUserGroupIds, listUserGroupMembers } = UserGroupService.method;
const { batchGetUsers } = UserService.method;

let service: TestService;
let institutionId: string;
let call: Call;
let ids: string[];
beforeAll(async () => {
  service = await startDirectory();
});
afterAll(() => service.stop());
beforeEach(async () => {
  const operator = await newInstitution(service);
  institutionId = operator.institutionId;
  call = service.call(operator);
  const records = ['a', 'b', 'c'].map((ref) => ({
    ref,
    email: `${ref}@x.example`,
    name: ref,
    isArchived: ref === 'c',
  }));
  ids = (await importRecords(call, 'users', records)).map(({ id }) => id);
});

function imported(...records: { ref: string; name: string; members: string[] }[]) {
  return importRecords(call, 'userGroups', records);
}

describe('an import of user groups', () => {
  it('refuses members who are not users of the institution, one violation each', async () => {
    const stranger = service.call(await newInstitution(service));
    await importRecords(stranger, 'users', [{ ref: 's', email: 's@x.example', name: 'S' }]);
    const groups = [
      { ref: 'one', name: 'One', members: ['a'] },
      { ref: 'two', name: 'Two', members: ['ghost', 'a', 's'] },
    ];
    await expect(importRecords(call, 'userGroups', groups)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [0, 2].map((j) => ({ pointer: `/userGroups/1/members/${j}`, code: 'invalid_reference' })),
    });
    expect(await service.sql('SELECT id FROM user_groups WHERE institution_id = $1', [institutionId])).toEqual([]);
  });
});

it('BatchGetUserGroups and BatchGetUsers find only what the own institution has', async () => {
  const [one, two] = await imported({ ref: 'one', name: 'One', members: [] }, { ref: 'two', name: 'Two', members: [] });
  const requestedIds = [one?.id ?? '', two?.id ?? '', one?.id ?? '', NOWHERE, 'no-uuid'];
  const { userGroups } = await call(batchGetUserGroups, { ids: requestedIds });
  expect(userGroups.map(({ name }) => name).sort()).toEqual(['One', 'Two']);
  const elsewhere = service.call(await newInstitution(service));
  expect((await elsewhere(batchGetUserGroups, { ids: requestedIds })).userGroups).toEqual([]);
  const { users } = await call(batchGetUsers, { ids: [ids[0] ?? '', ids[0] ?? '', NOWHERE, 'no-uuid'] });
  expect(users.map(({ id }) => id)).toEqual([ids[0]]);
  expect((await elsewhere(batchGetUsers, { ids })).users).toEqual([]);
  expect((await call(batchGetUserGroups, { ids: [] })).userGroups).toEqual([]);
});

it('ListUserGroupIds has the groups that a user belongs to now, of the own institution only', async () => {
  const [a = '', b = ''] = ids;
  const groups = ['one', 'two', 'three'].map((ref) => ({
    ref,
    name: ref,
    members: ref === 'two' ? ['b'] : ['a', 'b'],
  }));
  const [one, two, three] = (await imported(...groups)).map(({ id }) => id);
  const idsOf = async (userId: string) => (await call(listUserGroupIds, { userId })).ids;
  expect(await idsOf(a)).toEqual([one, three].sort());
  expect(await idsOf(b.toUpperCase())).toEqual([one, two, three].sort());
  await imported({ ref: 'one', name: 'one', members: [] });
  expect(await idsOf(a)).toEqual([three]);
  expect(await idsOf('no-uuid')).toEqual([]);
  expect(await idsOf(NOWHERE)).toEqual([]);
  const elsewhere = service.call(await newInstitution(service));
  expect((await elsewhere(listUserGroupIds, { userId: a })).ids).toEqual([]);
});

it('ListUserGroupMembers walks through a group of more members than are sorted at a time', async () => {
  const [group] = await imported({ ref: 'large', name: 'Large', members: [] });
  const added = await service.sql<{ id: string }>(
    `INSERT INTO users (institution_id, id, email, email_key, name, name_is_own, is_archived, revision, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'm' || n, 'm' || n, 'M', true, n % 1000 = 0, gen_random_uuid(), at, at
     FROM generate_series(0, 10009) AS n, LATERAL (SELECT timestamptz '2026-10-05T08:00Z' + n / 10 * interval '1 ms' AS at)
     RETURNING id`,
    [institutionId],
  );
  await service.sql(
    `INSERT INTO user_group_members SELECT institution_id, $2, id FROM users WHERE institution_id = $1 AND email LIKE 'm%'`,
    [institutionId, group?.id],
  );
  await service.sql('UPDATE user_groups SET member_count = $2 WHERE id = $1', [group?.id, added.length]);
  const rows = await service.sql<{ id: string; archived: boolean }>(
    `SELECT id, is_archived AS archived FROM users WHERE institution_id = $1 AND email LIKE 'm%' ORDER BY created_at, id`,
    [institutionId],
  );
  const userIds = rows.map(({ id }) => id);
  const walk = async (size: number, filters: object = {}) => {
    const found: string[] = [];
    let after: { sort: string; id: string } | undefined;
    do {
      const page = { size, ...(after && { after }) };
      const answer = await call(listUserGroupMembers, { userGroupId: group?.id ?? '', page, ...filters });
      found.push(...answer.users.map(({ id }) => id));
      const last = answer.users.at(-1);
      after = answer.hasMore && last ? { sort: last.createdAt, id: last.id } : undefined;
    } while (after);
    return found;
  };
  expect(await walk(500)).toEqual(userIds);
  expect(await walk(3, { isArchived: true })).toEqual(rows.flatMap(({ id, archived }) => (archived ? [id] : [])));
  const some = [userIds[10_009] ?? '', userIds[3] ?? '', ids[0] ?? ''];
  expect(await walk(1, { ids: { ids: some } })).toEqual([userIds[3], userIds[10_009]]);
});
