import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { curricula } from '../service.ts';
import { changesOf, type Ids, importGround, NOWHERE } from '../testing/import-curricula.ts';

let service: TestService;
let institutionId: string;
let call: Call;
let ids: Ids;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

beforeEach(async () => {
  institutionId = randomUUID();
  call = service.call({ kind: 'operator', institutionId });
  ids = await importGround(call);
});

const idOf = (ref: string) => ids[`moduleVersions/${ref}`] ?? ref;

/** A version with its requirements: a ref, or a ref and a study period. */
type Requirements = readonly [version: string, ...required: (string | [string, string])[]];

async function importRequirements(...requirements: Requirements[]) {
  const records = requirements.map(([version, ...required]) => ({
    moduleVersionId: idOf(version),
    required: required.map((each) =>
      typeof each === 'string'
        ? { moduleVersionId: idOf(each) }
        : { moduleVersionId: idOf(each[0]), studyPeriodId: each[1] },
    ),
  }));
  return changesOf((await call(ImportService.method.importModuleRequirements, { records })).records);
}

/** `parent < child @ period` → id. */
async function connections(): Promise<Record<string, string>> {
  const rows = await service.sql<{ id: string; parent: string; child: string; period: string | null }>(
    `SELECT c.id, p.ref AS parent, k.ref AS child, c.study_period_id AS period FROM module_connections c
     JOIN module_versions p ON p.id = c.parent_module_version_id
     JOIN module_versions k ON k.id = c.child_module_version_id
     WHERE c.institution_id = $1 ORDER BY c.id`,
    [institutionId],
  );
  return Object.fromEntries(
    rows.map(({ id, parent, child, period }) => [`${parent} < ${child}${period === null ? '' : ` @ ${period}`}`, id]),
  );
}

async function events(): Promise<number> {
  const rows = await service.sql('SELECT FROM outbox WHERE institution_id = $1', [institutionId]);
  return rows.length;
}

describe('ImportModuleRequirements', () => {
  it('connects versions that require each other in any order', async () => {
    const changes = await importRequirements(
      ['analysis-1', 'systems-2'],
      ['systems-1', 'analysis-1'],
      ['systems-2', 'analysis-1', 'systems-1'],
    );
    expect(changes).toEqual({
      'moduleVersions/analysis-1': 'updated',
      'moduleVersions/systems-1': 'updated',
      'moduleVersions/systems-2': 'updated',
    });
    expect(Object.keys(await connections())).toEqual([
      'systems-2 < analysis-1',
      'analysis-1 < systems-1',
      'analysis-1 < systems-2',
      'systems-1 < systems-2',
    ]);
  });

  it('writes and publishes nothing when a batch is repeated', async () => {
    await importRequirements(['systems-1', 'analysis-1', ['analysis-1', 'p1'], ['analysis-1', '']], ['analysis-1']);
    const before = [await connections(), await events()];
    expect(Object.keys(before[0] ?? {})).toHaveLength(3);
    expect(
      await importRequirements(['analysis-1'], ['systems-1', ['analysis-1', ''], ['analysis-1', 'p1'], 'analysis-1']),
    ).toEqual({});
    expect([await connections(), await events()]).toEqual(before);
  });

  it('removes requirements that a version no longer has, and keeps those outside the batch', async () => {
    await importRequirements(['systems-1', 'analysis-1', 'systems-2'], ['systems-2', 'analysis-1']);
    const before = await connections();
    expect(await importRequirements(['systems-1', 'systems-2'])).toEqual({ 'moduleVersions/systems-1': 'updated' });
    const { 'analysis-1 < systems-1': _, ...left } = before;
    expect(await connections()).toEqual(left);
    expect(await importRequirements(['systems-1'])).toEqual({ 'moduleVersions/systems-1': 'updated' });
    expect(Object.keys(await connections())).toEqual(['analysis-1 < systems-2']);
  });

  it('changes the study period of a requirement', async () => {
    await importRequirements(['systems-1', 'analysis-1']);
    expect(await importRequirements(['systems-1', ['analysis-1', 'p1']])).toEqual({
      'moduleVersions/systems-1': 'updated',
    });
    expect(Object.keys(await connections())).toEqual(['analysis-1 < systems-1 @ p1']);
  });

  it.each<[string, Requirements[], string, string]>([
    ['itself', [['systems-1', 'systems-1']], '/records/0/required/0/moduleVersionId', 'invalid_value'],
    [
      'the same one twice',
      [['systems-1', 'analysis-1', 'analysis-1']],
      '/records/0/required/1/moduleVersionId',
      'invalid_value',
    ],
    ['an unknown one', [['systems-1', NOWHERE]], '/records/0/required/0/moduleVersionId', 'invalid_reference'],
    ['an invalid id', [['systems-1', 'x']], '/records/0/required/0/moduleVersionId', 'invalid_reference'],
  ])('refuses a version that requires %s', async (_, requirements, pointer, code) => {
    await expect(importRequirements(...requirements)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer, code }],
    });
    expect(await connections()).toEqual({});
  });

  it.each<[string, Requirements[]]>([
    ['an unknown version', [['analysis-1'], [NOWHERE]]],
    ['an invalid id', [['analysis-1'], ['x']]],
    ['a version twice', [['analysis-1'], ['analysis-1', 'systems-1']]],
  ])('refuses %s', async (_, requirements) => {
    await expect(importRequirements(...requirements)).rejects.toMatchObject({
      violations: [{ pointer: '/records/1/moduleVersionId' }],
    });
  });

  it('refuses another institution’s versions', async () => {
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    await expect(importRequirements(['systems-1'])).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});
