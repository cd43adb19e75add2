import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { curricula } from '../service.ts';
import { groundCurricula } from '../testing/curricula.ts';
import { type CurriculumRecords, type Ids, importGround, NOWHERE } from '../testing/import-curricula.ts';

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

async function importAll(records: CurriculumRecords) {
  return (await call(ImportService.method.importCurricula, { records })).records;
}

// biome-ignore lint/suspicious/noExplicitAny: tests break bundles in every way.
type Break = (version: any, records: any, ids: Ids) => void;

const ITEM = '/records/0/versions/0/items/0';
const item =
  (values: object): Break =>
  (version) =>
    Object.assign(version.items[0], values);

describe('ImportCurricula refuses', () => {
  it.each<[string, Break, string[]]>([
    ['a repeated ref', (_, all) => all.push({ ...all[1], versions: [] }), ['/records/2/ref']],
    [
      'a repeated ref of a version',
      (version, all) => Object.assign(all[1].versions[0], { ref: version.ref }),
      ['/records/1/versions/0/ref'],
    ],
    [
      'a term’s ref that a term of another version has',
      (_, all) => Object.assign(all[1].versions[0].terms[0], { ref: 't1' }),
      ['/records/1/versions/0/terms/0/ref'],
    ],
    ['a repeated ref of an item', item({ ref: 'i3' }), ['/records/0/versions/0/items/2/ref']],
    [
      'a second default',
      (_, all) => Object.assign(all[0].versions[1], { isDefault: true }),
      ['/records/0/versions/1/isDefault'],
    ],
    ['another version’s term', item({ termRef: 'a1' }), [`${ITEM}/termRef`]],
    ['an unknown pathway', item({ pathwayRef: 'x' }), [`${ITEM}/pathwayRef`]],
    ['an unknown cluster', item({ moduleClusterRef: 'x' }), [`${ITEM}/moduleClusterRef`]],
    ['an unknown parent', item({ parentRef: 'x' }), [`${ITEM}/parentRef`]],
    ['an item that is its own parent', item({ parentRef: 'i1' }), [`${ITEM}/parentRef`]],
    [
      'items that are their own ancestors, but not the item below them',
      (version) => {
        version.items[1].parentRef = 'i3';
        version.items[2].parentRef = 'i2';
      },
      ['/records/0/versions/0/items/1/parentRef', '/records/0/versions/0/items/2/parentRef'],
    ],
    [
      'a cluster that overflows into itself',
      (version) => Object.assign(version.moduleClusters[1], { overflowClusterRef: 'free' }),
      ['/records/0/versions/0/moduleClusters/1/overflowClusterRef'],
    ],
    [
      'a cluster that overflows into an unknown one',
      (version) => Object.assign(version.moduleClusters[1], { overflowClusterRef: 'x' }),
      ['/records/0/versions/0/moduleClusters/1/overflowClusterRef'],
    ],
    ['an unknown module', item({ courseModuleId: NOWHERE, moduleVersionId: undefined }), [`${ITEM}/courseModuleId`]],
    ['an invalid id', item({ courseModuleId: 'x', moduleVersionId: undefined }), [`${ITEM}/courseModuleId`]],
    ['an unknown module version', item({ moduleVersionId: NOWHERE }), [`${ITEM}/moduleVersionId`]],
    [
      'another module’s version',
      (version, _, known) => Object.assign(version.items[0], { moduleVersionId: known['moduleVersions/analysis-1'] }),
      [`${ITEM}/moduleVersionId`],
    ],
    ['an unknown group', item({ moduleGroupId: NOWHERE }), [`${ITEM}/moduleGroupId`]],
    [
      'a negative position',
      (version) => Object.assign(version.terms[0], { position: -1 }),
      ['/records/0/versions/0/terms/0/position'],
    ],
    [
      'an invalid type of a pathway',
      (version) => Object.assign(version.pathways[0], { type: 0 }),
      ['/records/0/versions/0/pathways/0/type'],
    ],
    ['U+0000', item({ ref: 'a\u0000b' }), []],
  ])('%s', async (_, change, pointers) => {
    const records = structuredClone(groundCurricula(ids));
    change(records[0]?.versions?.[0], records, ids);
    const refusal = await importAll(records).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'REQUEST_INVALID' });
    const { violations } = refusal as { violations: readonly { pointer: string }[] };
    expect(violations.map(({ pointer }) => pointer).sort()).toEqual([...pointers].sort());
    expect(await service.sql('SELECT FROM curricula WHERE institution_id = $1', [institutionId])).toEqual([]);
  });

  it('another institution’s modules and groups', async () => {
    const theirs = groundCurricula(ids);
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    await expect(importAll(theirs)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('integrations', async () => {
    call = service.call({ kind: 'integration', institutionId, integrationId: randomUUID(), createdBy: null });
    await expect(importAll(groundCurricula(ids))).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  });
});

describe('the database rejects', () => {
  const set = (assignments: string, where: string) =>
    service.sql(`${assignments} WHERE institution_id = $1 AND ${where}`, [institutionId]);

  beforeEach(async () => {
    await importAll(groundCurricula(ids));
  });

  it.each([
    [
      'a second default version',
      'UPDATE curriculum_versions SET is_default = true',
      "ref = 'second'",
      'curriculum_versions_default',
    ],
    [
      'another version’s term',
      "UPDATE curriculum_items SET term_id = (SELECT id FROM curriculum_terms WHERE ref = 'a1' AND institution_id = $1)",
      "ref = 'i1'",
      'curriculum_items_term',
    ],
    [
      'an item of one version below one of another',
      "UPDATE curriculum_items SET curriculum_version_id = (SELECT id FROM curriculum_versions WHERE ref = 'second' AND institution_id = $1)",
      "ref = 'i2'",
      'curriculum_items_parent',
    ],
    [
      'another version’s cluster to overflow into',
      "UPDATE module_clusters SET curriculum_version_id = (SELECT id FROM curriculum_versions WHERE ref = 'second' AND institution_id = $1)",
      "ref = 'free'",
      'module_clusters_overflow',
    ],
    [
      'another module’s version',
      "UPDATE curriculum_items SET course_module_id = (SELECT id FROM course_modules WHERE ref = 'analysis' AND institution_id = $1)",
      "ref = 'i1'",
      'curriculum_items_module_version',
    ],
    ['an item below itself', 'UPDATE curriculum_items SET parent_id = id', "ref = 'i1'", 'curriculum_items_two'],
    ['a negative position', 'UPDATE pathways SET position = -1', "ref = 'core'", 'pathways_position_check'],
    [
      'a curriculum of another institution',
      `UPDATE curriculum_versions SET institution_id = '${NOWHERE}'`,
      "ref = 'second'",
      'curriculum_versions_curriculum',
    ],
  ])('%s', async (_, update, where, constraint) => {
    await expect(set(update, where)).rejects.toMatchObject({ constraint });
  });
});
