import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importRecords, type LooseRecords } from '../../../dev/testing/import-records.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { curricula } from '../service.ts';
import { groundCurricula } from '../testing/curricula.ts';
import { importGround, NOWHERE } from '../testing/import-curricula.ts';

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

// biome-ignore lint/suspicious/noExplicitAny: tests break bundles in every way.
type Break = (version: any, records: any) => void;

const ITEM = '/curricula/0/versions/0/items/0';
const item =
  (values: object): Break =>
  (version) =>
    Object.assign(version.items[0], values);

describe('an import of curricula refuses', () => {
  it.each<[string, Break, string[]]>([
    ['a repeated ref', (_, all) => all.push({ ...all[1], versions: [] }), ['/curricula/2/ref']],
    [
      'a repeated ref of a version',
      (version, all) => Object.assign(all[1].versions[0], { ref: version.ref }),
      ['/curricula/1/versions/0/ref'],
    ],
    [
      'a term’s ref that a term of another version has',
      (_, all) => Object.assign(all[1].versions[0].terms[0], { ref: 't1' }),
      ['/curricula/1/versions/0/terms/0/ref'],
    ],
    ['a repeated ref of an item', item({ ref: 'i3' }), ['/curricula/0/versions/0/items/2/ref']],
    [
      'a second default',
      (_, all) => Object.assign(all[0].versions[1], { isDefault: true }),
      ['/curricula/0/versions/1/isDefault'],
    ],
    ['another version’s term', item({ term: 'a1' }), [`${ITEM}/term`]],
    ['an unknown pathway', item({ pathway: 'x' }), [`${ITEM}/pathway`]],
    ['an unknown cluster', item({ moduleCluster: 'x' }), [`${ITEM}/moduleCluster`]],
    ['an unknown parent', item({ parent: 'x' }), [`${ITEM}/parent`]],
    ['an item that is its own parent', item({ parent: 'i1' }), [`${ITEM}/parent`]],
    [
      'items that are their own ancestors, but not the item below them',
      (version) => {
        version.items[1].parent = 'i3';
        version.items[2].parent = 'i2';
      },
      ['/curricula/0/versions/0/items/1/parent', '/curricula/0/versions/0/items/2/parent'],
    ],
    [
      'a cluster that overflows into itself',
      (version) => Object.assign(version.moduleClusters[1], { overflowCluster: 'free' }),
      ['/curricula/0/versions/0/moduleClusters/1/overflowCluster'],
    ],
    [
      'a cluster that overflows into an unknown one',
      (version) => Object.assign(version.moduleClusters[1], { overflowCluster: 'x' }),
      ['/curricula/0/versions/0/moduleClusters/1/overflowCluster'],
    ],
    ['an unknown module', item({ courseModule: 'x', moduleVersion: undefined }), [`${ITEM}/courseModule`]],
    ['an unknown module version', item({ moduleVersion: 'x' }), [`${ITEM}/moduleVersion`]],
    ['another module’s version', item({ moduleVersion: 'analysis-1' }), [`${ITEM}/moduleVersion`]],
    ['an unknown group', item({ moduleGroup: 'x' }), [`${ITEM}/moduleGroup`]],
  ])('%s', async (_, change, pointers) => {
    const records = structuredClone(groundCurricula());
    change(records[0]?.versions?.[0], records);
    const refusal = await importAll(records).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'REQUEST_INVALID' });
    const { violations } = refusal as { violations: readonly { pointer: string }[] };
    expect(violations.map(({ pointer }) => pointer).sort()).toEqual([...pointers].sort());
    expect(await service.sql('SELECT FROM curricula WHERE institution_id = $1', [institutionId])).toEqual([]);
  });

  it('another institution’s modules and groups', async () => {
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    await expect(importAll(groundCurricula())).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

describe('the database rejects', () => {
  const set = (assignments: string, where: string) =>
    service.sql(`${assignments} WHERE institution_id = $1 AND ${where}`, [institutionId]);

  beforeEach(async () => {
    await importAll(groundCurricula());
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
