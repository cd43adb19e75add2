import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PathwayService, PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { type Loose, TestBundle } from '../../../test/support/curricula/test-bundle.ts';
import { changesOf, idsOf, importRecords } from '../../../test/support/import-records.ts';
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

/** Events published by imports, after the first `from`. */
async function published(from = 0) {
  return (await publishedEvents(service, 'institution_id', bundle.institutionId)).slice(from);
}

describe('an import of curricula', () => {
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

  it('leaves an older position of a pathway above the bound, and one is created beside it', async () => {
    await bundle.import();
    await service.sql('UPDATE pathways SET position = 2147483647 WHERE institution_id = $1', [bundle.institutionId]);
    const { pathway } = await bundle.call(PathwayService.method.createPathway, {
      curriculaId: bundle.ids['curricula/science'] ?? '',
      curriculaVersionId: bundle.ids['curriculaVersions/first'] ?? '',
      pathway: { name: 'Own', type: PathwayType.FIXED },
    });
    expect(pathway?.position).toBe(2);
    expect((await bundle.detail()).pathways.map(({ position }) => position)).toEqual([2, 2_147_483_647, 2_147_483_647]);
  });

  it('removes a term’s mapping for a cohort when the term moves to another version', async () => {
    await bundle.import();
    const [termStart, termEnd] = ['2026-10-01T00:00:00.000Z', '2027-03-31T21:59:59.000Z'];
    await importRecords(bundle.call, 'organizationTerms', [{ ref: 'w', name: 'Winter', termStart, termEnd }]);
    const terms = [{ term: 't1', organizationTerm: 'w' }];
    const cohort = {
      ref: 'one',
      name: 'One',
      startDate: termStart,
      endDate: termEnd,
      curriculaVersion: 'first',
      terms,
    };
    const versions = [{ ref: 'p-1', name: 'P', cohorts: [cohort] }];
    await importRecords(bundle.call, 'programs', [{ ref: 'p', name: 'P', versions }]);
    expect((await bundle.detail()).organizationTerms).toHaveLength(1);
    await bundle.import(
      bundle.changed((science) => {
        const [first, second] = science.versions;
        second.terms = [first.terms[1]];
        science.versions = [second];
      }),
    );
    expect((await bundle.detail('second')).terms).toMatchObject([{ cohortTerms: [] }]);
    expect((await bundle.detail()).organizationTerms).toEqual([]);
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
