import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PathwayService, PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { type Loose, TestBundle } from '../../../test/support/curricula/test-bundle.ts';
import { changesOf, idsOf, type LooseRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { curricula } from '../service.ts';

let service: TestService;
let bundle: TestBundle;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  bundle = await TestBundle.start(service);
});

const TABLES = [
  'curricula',
  'curriculum_versions',
  'curriculum_terms',
  'pathways',
  'module_clusters',
  'curriculum_items',
  'outbox',
];

function everything() {
  return Promise.all(TABLES.map((table) => bundle.rows(table)));
}

/** Events published by imports, after the first `from`. */
async function published(from = 0) {
  return (await publishedEvents(service, 'institution_id', bundle.institutionId)).slice(from);
}

describe('an import of curricula', () => {
  it('creates everything, and publishes it', async () => {
    const imported = await bundle.import();
    expect(imported.map(({ section, ref }) => `${section}/${ref}`)).toEqual([
      ...['curricula/science', 'curricula/arts'],
      ...['curriculaVersions/first', 'curriculaVersions/second', 'curriculaVersions/arts-1'],
      ...['terms/t2', 'terms/t1', 'terms/a1'],
      ...['pathways/focus', 'pathways/core'],
      ...['moduleClusters/elective', 'moduleClusters/free'],
      ...['items/i1', 'items/i2', 'items/i3'],
    ]);
    expect(new Set(Object.values(changesOf(imported)))).toEqual(new Set(['created']));
    expect(await published()).toEqual([
      ['CurriculumCreated', idsOf(imported)['curricula/science'], null],
      ['CurriculumCreated', idsOf(imported)['curricula/arts'], null],
    ]);
  });

  it('writes nothing when a batch is repeated, and returns the same ids', async () => {
    const first = await bundle.import();
    const before = await everything();
    service.clock.advance(1000);
    const again = await bundle.import();
    expect(changesOf(again)).toEqual({});
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(await everything()).toEqual(before);
  });

  // biome-ignore format: a change, and what it writes.
  it.each<[string, (science: Loose) => void, Record<string, string>]>([
    ['a curriculum', (c) => Object.assign(c, { code: null }), { 'curricula/science': 'updated' }],
    ['a version', (c) => Object.assign(c.versions[0], { electionMode: null }), { 'curriculaVersions/first': 'updated' }],
    ['a term', (c) => Object.assign(c.versions[0].terms[0], { position: 3 }), { 'curriculaVersions/first': 'updated', 'terms/t2': 'updated' }],
    ['a pathway', (c) => Object.assign(c.versions[0].pathways[1], { description: '' }), { 'curriculaVersions/first': 'updated', 'pathways/core': 'updated' }],
    ['a cluster', (c) => Object.assign(c.versions[0].moduleClusters[0], { overflowCluster: null }), { 'curriculaVersions/first': 'updated', 'moduleClusters/elective': 'updated' }],
    ['an item', (c) => Object.assign(c.versions[0].items[1], { parent: 'i3', moduleGroup: 'base' }), { 'curriculaVersions/first': 'updated', 'items/i2': 'updated' }],
    ['a new part', (c) => Object.assign(c.versions[1], { terms: [{ ref: 'new', position: 0, name: 'New' }] }), { 'curriculaVersions/second': 'updated', 'terms/new': 'created' }],
    ['parts that are omitted', (c) => c.versions.splice(0, 2), {}],
  ])('writes exactly the changes of %s', async (_, change, expected) => {
    await bundle.import();
    const before = await bundle.detail();
    service.clock.advance(1000);
    expect(changesOf(await bundle.import(bundle.changed(change)))).toEqual(expected);
    const after = await bundle.detail();
    expect(after.version?.revision === before.version?.revision).toBe(!('curriculaVersions/first' in expected));
    expect(changesOf(await bundle.import(bundle.changed(change)))).toEqual({});
    const seen = 'curricula/science' in expected ? ['code'] : null;
    const updated = ['CurriculumUpdated', bundle.ids['curricula/science'], seen];
    expect(await published(2)).toEqual(Object.keys(expected).length === 0 ? [] : [updated]);
  });

  it('keeps pathways that were created by other means', async () => {
    await bundle.import();
    const path = {
      curriculaId: bundle.ids['curricula/science'] ?? '',
      curriculaVersionId: bundle.ids['curriculaVersions/first'] ?? '',
    };
    await bundle.call(PathwayService.method.createPathway, {
      ...path,
      pathway: { name: 'Own', type: PathwayType.FIXED },
    });
    expect(changesOf(await bundle.import())).toEqual({});
    expect((await bundle.detail()).pathways.map(({ name, position }) => [name, position])).toEqual([
      ['Core', 0],
      ['Focus', 1],
      ['Own', 2],
    ]);
  });

  it('serialises concurrent imports and creations', async () => {
    await bundle.import(
      bundle.changed((c) => {
        c.versions[0].pathways = [];
        c.versions[0].items = [];
      }),
    );
    const path = {
      curriculaId: bundle.ids['curricula/science'] ?? '',
      curriculaVersionId: bundle.ids['curriculaVersions/first'] ?? '',
    };
    const create = () =>
      bundle.call(PathwayService.method.createPathway, { ...path, pathway: { name: 'Own', type: PathwayType.FIXED } });
    const imports = Array.from({ length: 8 }, () => bundle.import());
    const [all] = await Promise.all([Promise.all(imports), Promise.all(Array.from({ length: 8 }, create))]);
    expect(new Set(all.map((records) => JSON.stringify(idsOf(records)))).size).toBe(1);
    expect(all.filter((records) => 'pathways/core' in changesOf(records))).toHaveLength(1);
    const { pathways } = await bundle.detail();
    expect(pathways).toHaveLength(10);
    expect(new Set(pathways.filter(({ name }) => name === 'Own').map(({ position }) => position)).size).toBe(8);
  });

  it('imports a large version in one call', async () => {
    const items = Array.from({ length: 10_000 }, (_, n) => ({
      ref: `x${n}`,
      courseModule: 'analysis',
      ...(n > 0 ? { parent: `x${n - 1}` } : {}),
    }));
    const large: LooseRecords = [
      { ref: 'large', name: 'Large', versions: [{ ref: 'l', version: '1', name: 'L', items }] },
    ];
    expect(Object.keys(changesOf(await bundle.import(large)))).toHaveLength(10_002);
    expect(changesOf(await bundle.import(large))).toEqual({});
  });

  it('gives a version outside the bundle that stops being the default a new revision and an audit record', async () => {
    await bundle.import();
    const before = (await bundle.detail('first')).version;
    const third = { ref: 'third', version: '3', name: 'Third', isDefault: true };
    await bundle.import(bundle.changed((c) => c.versions.splice(0, 2, third)));
    const after = (await bundle.detail('first')).version;
    expect(after).toMatchObject({ isDefault: false, revision: expect.not.stringMatching(before?.revision ?? '') });
    const records = await service.sql(
      'SELECT version_before FROM audit_log WHERE resource_id = $1 AND version_after = $2',
      [before?.id, after?.revision],
    );
    expect(records).toEqual([{ version_before: before?.revision }]);
  });

  it('moves parts between versions, keeping their ids; parts left behind no longer reference them', async () => {
    await bundle.import();
    const [before] = (await bundle.detail()).items;
    service.clock.advance(1_000);
    const moving = bundle.changed((c) => {
      const { terms, pathways, moduleClusters, items } = c.versions[0];
      c.versions[1].terms = [terms[1]];
      c.versions[1].pathways = [pathways[1]];
      c.versions[1].moduleClusters = [moduleClusters[1]];
      c.versions[1].items = [{ ...items[1], term: 't1' }];
      c.versions.splice(0, 1);
    });
    expect(changesOf(await bundle.import(moving))).toEqual({
      'curriculaVersions/second': 'updated',
      'terms/t1': 'updated',
      'pathways/core': 'updated',
      'moduleClusters/free': 'updated',
      'items/i2': 'updated',
    });
    const left = await bundle.detail();
    expect(left.terms.map(({ id }) => id)).toEqual([bundle.ids['terms/t2']]);
    expect(left.moduleClusters.map(({ id, overflowClusterId }) => [id, overflowClusterId])).toEqual([
      [bundle.ids['moduleClusters/elective'], undefined],
    ]);
    expect(left.items.map(({ id }) => id)).toEqual([bundle.ids['items/i1'], bundle.ids['items/i3']]);
    expect(left.items[0]).toMatchObject({ curriculaVersionModuleClusterId: bundle.ids['moduleClusters/elective'] });
    for (const name of ['curriculaVersionTermId', 'curriculaVersionPathwayId', 'parentId'] as const)
      expect(left.items[0]?.[name]).toBeUndefined();
    expect(Date.parse(left.items[0]?.updatedAt ?? '')).toBe(Date.parse(before?.updatedAt ?? '') + 1_000);
    expect((await bundle.detail('second')).items).toMatchObject([
      { id: bundle.ids['items/i2'], curriculaVersionTermId: bundle.ids['terms/t1'] },
    ]);
    await bundle.import();
    expect(changesOf(await bundle.import())).toEqual({});
  });

  it('publishes the curriculum outside the batch that loses a part, as well as the one that gains it', async () => {
    await bundle.import();
    const [, arts] = bundle.changed((c, { versions }) => {
      versions[0].terms.push(c.versions[0].terms[1]);
    });
    await bundle.import([arts ?? {}]);
    expect(await published(2)).toEqual([
      ['CurriculumUpdated', bundle.ids['curricula/arts'], null],
      ['CurriculumUpdated', bundle.ids['curricula/science'], null],
    ]);
  });

  it('moves a version to another curriculum with everything nested in it', async () => {
    await bundle.import();
    const moving = bundle.changed((c, arts) => {
      arts.versions.push({ ...c.versions[0], isDefault: false });
      c.versions.splice(0, 1);
    });
    expect(changesOf(await bundle.import(moving))).toEqual({ 'curriculaVersions/first': 'updated' });
    expect(await published(2)).toEqual([
      ['CurriculumUpdated', bundle.ids['curricula/science'], ['versionsCount']],
      ['CurriculumUpdated', bundle.ids['curricula/arts'], ['versionsCount']],
    ]);
    expect((await bundle.detail('first', 'arts')).items).toHaveLength(3);
    await expect(bundle.detail('first', 'science')).rejects.toMatchObject({ code: 'CURRICULUM_VERSION_NOT_FOUND' });
  });
});
