import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesOf } from '../../../dev/testing/import-records.ts';
import { publishedEvents } from '../../../dev/testing/published-events.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { curricula } from '../service.ts';
import { TestBundle } from '../testing/test-bundle.ts';

let service: TestService;
let bundle: TestBundle;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

beforeEach(async () => {
  bundle = await TestBundle.start(service);
});

describe('an import of curricula', () => {
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
    expect((await publishedEvents(service, 'institution_id', bundle.institutionId)).slice(2)).toEqual([
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
    expect((await publishedEvents(service, 'institution_id', bundle.institutionId)).slice(2)).toEqual([
      ['CurriculumUpdated', bundle.ids['curricula/science'], ['versionsCount']],
      ['CurriculumUpdated', bundle.ids['curricula/arts'], ['versionsCount']],
    ]);
    expect((await bundle.detail('first', 'arts')).items).toHaveLength(3);
    await expect(bundle.detail('first', 'science')).rejects.toMatchObject({ code: 'CURRICULUM_VERSION_NOT_FOUND' });
  });
});
