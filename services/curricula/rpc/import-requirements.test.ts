import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { groundModules, importGround } from '../../../test/support/curricula/import-curricula.ts';
import { changesOf, importRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';

let service: TestService;
let institutionId: string;
let call: Call;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

beforeEach(async () => {
  institutionId = randomUUID();
  call = service.call({ kind: 'operator', institutionId });
  await importGround(call);
});

/** A version with its requirements: a ref, or a ref and a study period. */
type Requirements = readonly [version: string, ...required: (string | [string, string])[]];

async function importRequirements(...requirements: Requirements[]) {
  const modules = groundModules();
  for (const [ref, ...required] of requirements) {
    const module = modules.find(({ versions }) => versions.some((version: { ref: string }) => version.ref === ref));
    const version = module.versions.find((each: { ref: string }) => each.ref === ref);
    version.requires = required.map((each) =>
      typeof each === 'string' ? { ref: each } : { ref: each[0], studyPeriodId: each[1] },
    );
  }
  return changesOf(await importRecords(call, 'courseModules', modules));
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

describe('an import of requirements', () => {
  it('connects versions that require each other in any order', async () => {
    const changes = await importRequirements(['analysis-1', 'systems-2'], ['systems-1', 'analysis-1', 'systems-2']);
    expect(changes).toEqual({
      'moduleVersions/analysis-1': 'updated',
      'moduleVersions/systems-1': 'updated',
    });
    expect(Object.keys(await connections())).toEqual([
      'systems-2 < analysis-1',
      'analysis-1 < systems-1',
      'systems-2 < systems-1',
    ]);
  });

  it('writes and publishes nothing when a batch is repeated', async () => {
    await importRequirements(['systems-1', 'analysis-1', ['analysis-1', 'p1'], ['analysis-1', 'p 2']], ['analysis-1']);
    const before = [await connections(), await events()];
    expect(Object.keys(before[0] ?? {})).toHaveLength(3);
    expect(
      await importRequirements(
        ['analysis-1'],
        ['systems-1', ['analysis-1', 'p 2'], ['analysis-1', 'p1'], 'analysis-1'],
      ),
    ).toEqual({});
    expect([await connections(), await events()]).toEqual(before);
  });

  it('removes requirements that a version no longer has, and keeps those of versions that name none', async () => {
    await importRequirements(['systems-1', 'analysis-1', 'systems-2'], ['systems-2', 'analysis-1']);
    const before = await connections();
    expect(await importRequirements(['systems-1', 'systems-2'])).toEqual({ 'moduleVersions/systems-1': 'updated' });
    const { 'analysis-1 < systems-1': _, ...left } = before;
    expect(await connections()).toEqual(left);
    expect(await importRequirements(['systems-1'])).toEqual({ 'moduleVersions/systems-1': 'updated' });
    expect(Object.keys(await connections())).toEqual(['analysis-1 < systems-2']);
  });

  it('refuses requirements that lead back to a version, over others of the batch and over what is stored', async () => {
    await importRequirements(['systems-1', 'analysis-1']);
    const before = [await connections(), await events()];
    const invalid = (...pointers: string[]) => ({
      code: 'REQUEST_INVALID',
      violations: pointers.map((pointer) => ({ pointer: `/courseModules/${pointer}/requires/0/ref` })),
    });
    await expect(importRequirements(['systems-2', 'systems-2'])).rejects.toMatchObject(invalid('1/versions/1'));
    const three = importRequirements(['analysis-1', 'systems-2'], ['systems-2', 'systems-1']);
    await expect(three).rejects.toMatchObject(invalid('0/versions/0', '1/versions/1'));
    expect([await connections(), await events()]).toEqual(before);
    // What was stored is replaced.
    await importRequirements(['analysis-1', 'systems-1'], ['systems-1']);
    expect(Object.keys(await connections())).toEqual(['systems-1 < analysis-1']);
  });
});
