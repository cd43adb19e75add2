import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { groundCurricula } from '../../../test/support/curricula/curricula.ts';
import { importGround, NOWHERE } from '../../../test/support/curricula/import-curricula.ts';
import { importRecords, type LooseRecords } from '../../../test/support/import-records.ts';
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

function importAll(records: LooseRecords) {
  return importRecords(call, 'curricula', records);
}

const ITEM = '/curricula/0/versions/0/items/0';

describe('an import of curricula refuses', () => {
  it.each([
    ['another version’s term', { term: 'a1' }, `${ITEM}/term`],
    ['an unknown module', { courseModule: 'x', moduleVersion: undefined }, `${ITEM}/courseModule`],
    ['another module’s version', { moduleVersion: 'analysis-1' }, `${ITEM}/moduleVersion`],
    ['an item that is its own parent', { parent: 'i1' }, `${ITEM}/parent`],
  ])('%s', async (_, change, pointer) => {
    const records = structuredClone(groundCurricula());
    Object.assign(records[0].versions[0].items[0], change);
    await expect(importAll(records)).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer }] });
    expect(await service.sql('SELECT FROM curricula WHERE institution_id = $1', [institutionId])).toEqual([]);
  });

  it('another institution’s modules and groups', async () => {
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    await expect(importAll(groundCurricula())).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

/** The id of the institution's record with a ref, in SQL. */
const idOf = (table: string, ref: string) => `(SELECT id FROM ${table} WHERE ref = '${ref}' AND institution_id = $1)`;

describe('the database rejects', () => {
  beforeEach(async () => {
    await importAll(groundCurricula());
  });

  // biome-ignore format: what it rejects, the change, and the constraint.
  it.each([
    ['a second default version', 'curriculum_versions SET is_default = true', 'second', 'curriculum_versions_default'],
    ['a second default version of a module', `module_versions SET is_default = true, course_module_id = ${idOf('course_modules', 'analysis')}`, 'systems-2', 'module_versions_default'],
    ['another version’s term', `curriculum_items SET term_id = ${idOf('curriculum_terms', 'a1')}`, 'i1', 'curriculum_items_term'],
    ['an item of one version below one of another', `curriculum_items SET curriculum_version_id = ${idOf('curriculum_versions', 'second')}`, 'i2', 'curriculum_items_parent'],
    ['another version’s cluster to overflow into', `module_clusters SET curriculum_version_id = ${idOf('curriculum_versions', 'second')}`, 'free', 'module_clusters_overflow'],
    ['another module’s version', `curriculum_items SET course_module_id = ${idOf('course_modules', 'analysis')}`, 'i1', 'curriculum_items_module_version'],
    ['an item below itself', 'curriculum_items SET parent_id = id', 'i1', 'curriculum_items_two'],
    ['a negative position', 'pathways SET position = -1', 'core', 'pathways_position_check'],
    ['a curriculum of another institution', `curriculum_versions SET institution_id = '${NOWHERE}'`, 'second', 'curriculum_versions_curriculum'],
  ])('%s', async (_, change, ref, constraint) => {
    const update = service.sql(`UPDATE ${change} WHERE institution_id = $1 AND ref = $2`, [institutionId, ref]);
    await expect(update).rejects.toMatchObject({ constraint });
  });
});
