import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import { WorkingTimeRules } from '../../../proto/gen/lyceum/common/v1/working_time_rules_pb.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { WorkingTimeService } from '../../../proto/gen/lyceum/directory/v1/working_time_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE, newInstitution } from '../../../test/support/directory/institution.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { directory } from '../service.ts';

const { chooseRules, listRuleChoices, listWorkingTimeRules } = WorkingTimeService.method;

let service: TestService;
let call: Call;
let idOf: Record<string, string>;
beforeAll(async () => {
  service = await startTestService(directory);
});
afterAll(() => service.stop());
beforeEach(async () => {
  call = service.call(await newInstitution(service));
  const people = ['a', 'b', 'c', 'd'].map((ref) => ({
    ref,
    email: `${ref}@x.example`,
    name: ref,
    isArchived: ref === 'd',
  }));
  const imported = await importRecords(call, 'users', people);
  idOf = Object.fromEntries(imported.map(({ ref, id }) => [ref, id]));
});

const groups = (...records: object[]) => importRecords(call, 'userGroups', records);

/** The rules by the refs of people, those of pages of a size after each other. */
async function rules(request: { size?: number; ids?: string[] } = {}): Promise<Record<string, string>> {
  const { size = 10, ids } = request;
  const found: string[][] = [];
  let after: { sort: string; id: string } | undefined;
  for (;;) {
    const page = { size, ...(after && { after }) };
    const answer = await call(listWorkingTimeRules, { page, ...(ids && { ids: { ids } }) });
    for (const { userId, rules } of answer.people) {
      const [ref = ''] = Object.entries(idOf).find(([, id]) => id === userId) ?? [];
      found.push([ref, workingTimeRules.of(rules)]);
    }
    const last = answer.people.at(-1);
    if (!answer.hasMore || !last) return Object.fromEntries(found);
    after = { sort: '', id: last.userId };
  }
}

it('takes the rules of the first group by name, then id, that has chosen; a choice of none is one', async () => {
  await groups(
    { ref: '1', name: 'B', workingTimeRules: 'at-azg', members: ['a', 'b', 'c'] },
    { ref: '2', name: 'A', members: ['a', 'b', 'c', 'd'] },
    { ref: '3', name: 'a', workingTimeRules: 'nl-atw', members: ['a', 'd'] },
    { ref: '4', name: 'Ä', workingTimeRules: 'ch-arg', members: ['d'] },
    { ref: '5', name: 'A B', workingTimeRules: 'none', members: ['c'] },
  );
  const expected = { a: 'at-azg', b: 'at-azg', c: 'none', d: 'nl-atw' };
  expect(await rules()).toEqual(expected);
  for (const size of [1, 2, 3, 4]) expect(await rules({ size })).toEqual(expected);
  const [a = '', c = ''] = [idOf.a, idOf.c];
  expect(await rules({ ids: [c, a, NOWHERE], size: 1 })).toEqual({ a: 'at-azg', c: 'none' });
  expect(await rules({ ids: [] })).toEqual({});
});

it('takes the lower id of groups with one name', async () => {
  const [one, two] = await groups(
    { ref: '1', name: 'Same', workingTimeRules: 'at-azg', members: ['a'] },
    { ref: '2', name: 'Same', workingTimeRules: 'nl-atw', members: ['a'] },
  );
  expect(await rules()).toEqual({ a: (one?.id ?? '') < (two?.id ?? '') ? 'at-azg' : 'nl-atw' });
});

it('follows the choices at once, and takes a choice back with null', async () => {
  const group = { ref: '1', name: 'B', workingTimeRules: 'at-azg', members: ['a'] };
  await groups(group);
  const { workingTimeRules: _, ...unnamed } = group;
  await groups({ ...unnamed, name: 'C' });
  expect(await rules()).toEqual({ a: 'at-azg' });
  await groups({ ...group, workingTimeRules: null });
  expect(await rules()).toEqual({});
});

it('has the rules of the own institution, which has none at first', async () => {
  const page = { size: 1 };
  expect((await call(listWorkingTimeRules, { page })).institutionRules).toBeUndefined();
  const change = { workingTimeRules: WorkingTimeRules.DE_ARBZG };
  await call(InstitutionService.method.setInstitutionSettings, { change });
  await groups({ ref: '1', name: 'B', workingTimeRules: 'at-azg', members: ['a'] });
  expect((await call(listWorkingTimeRules, { page })).institutionRules).toBe(WorkingTimeRules.DE_ARBZG);
  const elsewhere = service.call(await newInstitution(service));
  const ids = { ids: Object.values(idOf) };
  for (const request of [{ page }, { page, ids }]) {
    const answer = await elsewhere(listWorkingTimeRules, request);
    expect([answer.institutionRules, answer.people]).toEqual([undefined, []]);
  }
});

it('choices are changed all or none, if they are as they were seen', async () => {
  const ada = await newAdministrator(service);
  const own = service.call(ada);
  const operator = service.call({ kind: 'operator', institutionId: ada.institutionId });
  const [one, two] = await importRecords(operator, 'userGroups', [
    { ref: '1', name: 'B', workingTimeRules: 'at-azg' },
    { ref: '2', name: 'A' },
  ]);
  const { DE_ARBZG, AT_AZG, CH_ARG, NONE, UNSPECIFIED } = WorkingTimeRules;
  const choices = async () => {
    const { institutionRules, groups } = await own(listRuleChoices, { page: { size: 10 } });
    return [institutionRules, ...groups.map(({ name, rules }) => [name, rules])];
  };
  const choose = (...all: readonly object[]) => own(chooseRules, { choices: [...all] });
  const ofInstitution = { rules: DE_ARBZG, seen: UNSPECIFIED };
  const stale = { userGroupId: one?.id, rules: CH_ARG, seen: NONE };
  await expect(choose(ofInstitution, stale)).rejects.toMatchObject({ code: 'REVISION_STALE' });
  await expect(choose(ofInstitution, { ...stale, userGroupId: NOWHERE })).rejects.toMatchObject({
    code: 'USER_GROUP_NOT_FOUND',
  });
  await expect(choose({ ...ofInstitution, rules: NONE })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  expect(await choices()).toEqual([undefined, ['A', undefined], ['B', AT_AZG]]);
  await choose(
    ofInstitution,
    { userGroupId: one?.id, rules: UNSPECIFIED, seen: AT_AZG },
    { userGroupId: two?.id, rules: NONE, seen: UNSPECIFIED },
  );
  expect(await choices()).toEqual([DE_ARBZG, ['A', NONE], ['B', undefined]]);
  const both = await Promise.allSettled([
    choose({ rules: AT_AZG, seen: DE_ARBZG }),
    choose({ rules: CH_ARG, seen: DE_ARBZG }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
