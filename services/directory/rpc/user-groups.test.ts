import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { directory } from '../service.ts';

const { batchGetUserGroups } = UserGroupService.method;
const { CREATED, UPDATED, UNCHANGED } = ImportOutcome;

let service: TestService;
let institutionId: string;
let call: Call;
let ids: string[];
beforeAll(async () => {
  service = await startTestService(directory);
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

async function membersOf(groupId: string | undefined): Promise<string[]> {
  const rows = await service.sql<{ user_id: string }>(
    'SELECT user_id FROM user_group_members WHERE institution_id = $1 AND user_group_id = $2 ORDER BY user_id',
    [institutionId, groupId],
  );
  return rows.map(({ user_id }) => user_id);
}

describe('an import of user groups', () => {
  it('gives each group exactly the members of its record', async () => {
    const [a = '', b = '', c = ''] = ids;
    const one = { ref: 'one', name: 'One', members: ['a', 'b'] };
    const two = { ref: 'two', name: 'Two', members: ['c'] };
    const first = await imported(one, two);
    expect(first).toMatchObject([
      { section: 'userGroups', ref: 'one', outcome: CREATED },
      { section: 'userGroups', ref: 'two', outcome: CREATED },
    ]);
    expect(await membersOf(first[0]?.id)).toEqual([a, b]);

    const second = await imported(one, two);
    expect(second).toEqual(first.map((record) => ({ ...record, outcome: UNCHANGED })));

    const third = await imported({ ...one, members: ['b', 'c'] }, { ...two, name: 'Zwei' });
    expect(third.map(({ outcome }) => outcome)).toEqual([UPDATED, UPDATED]);
    expect(await membersOf(first[0]?.id)).toEqual([b, c]);
    expect(await membersOf(first[1]?.id)).toEqual([c]);

    const fourth = await imported({ ...one, members: [] });
    expect(fourth).toMatchObject([{ id: first[0]?.id, outcome: UPDATED }]);
    expect(await membersOf(first[0]?.id)).toEqual([]);
  });

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

it('BatchGetUserGroups finds only the own institution’s groups', async () => {
  const [one, two] = await imported({ ref: 'one', name: 'One', members: [] }, { ref: 'two', name: 'Two', members: [] });
  const requestedIds = [one?.id ?? '', two?.id ?? '', one?.id ?? '', NOWHERE, 'no-uuid'];
  const { userGroups } = await call(batchGetUserGroups, { ids: requestedIds });
  expect(userGroups.map(({ name }) => name).sort()).toEqual(['One', 'Two']);
  const elsewhere = service.call(await newInstitution(service));
  expect((await elsewhere(batchGetUserGroups, { ids: requestedIds })).userGroups).toEqual([]);
  expect((await call(batchGetUserGroups, { ids: [] })).userGroups).toEqual([]);
});
