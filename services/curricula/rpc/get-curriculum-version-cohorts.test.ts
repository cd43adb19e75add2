import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { curricula } from '../service.ts';
import { idsOf } from '../testing/import-curricula.ts';
import { TestBundle } from '../testing/test-bundle.ts';

let service: TestService;
let bundle: TestBundle;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

beforeEach(async () => {
  bundle = await TestBundle.start(service);
  await bundle.import();
});

const idOf = (name: string) => bundle.ids[name] ?? '';

describe('GetCurriculumVersion', () => {
  it('shows the academic term of a study term for a cohort, and a version’s source cohort', async () => {
    const { importOrganizationTerms, importPrograms, importSourceCohorts } = ImportService.method;
    const [start, end] = ['2026-10-01T00:00:00.000Z', '2027-03-31T21:59:59.000Z'];
    const winter = { ref: 'w', name: 'Winter', code: 'W', termStart: start, termEnd: end, electionEnd: start };
    const terms = await bundle.call(importOrganizationTerms, { records: [winter, { ...winter, ref: 'unused' }] });
    const winterId = idsOf(terms.records)['organizationTerms/w'] ?? '';
    const versionId = idOf('curriculaVersions/first');
    const cohort = { startDate: start, endDate: end, curriculaVersionId: versionId };
    const mapped = (term: string) => ({ termId: idOf(`terms/${term}`), organizationTermId: winterId });
    const cohorts = [
      { ...cohort, ref: 'one', name: 'One', terms: [mapped('t1'), mapped('t2')] },
      { ...cohort, ref: 'two', name: 'Two', terms: [mapped('t1')] },
    ];
    const programs = await bundle.call(importPrograms, {
      records: [{ ref: 'p', name: 'P', versions: [{ ref: 'p-1', name: 'P', cohorts }] }],
    });
    const [one, two] = ['one', 'two'].map((ref) => idsOf(programs.records)[`cohorts/${ref}`] ?? '');
    await bundle.call(importSourceCohorts, { records: [{ curriculaVersionId: versionId, cohortId: two }] });

    const detail = await bundle.detail();
    expect(detail.version?.sourceCohort).toMatchObject({ id: two, name: 'Two' });
    const { versions } = await bundle.call(CurriculumVersionService.method.listCurriculumVersions, {
      curriculaId: idOf('curricula/science'),
      page: { size: 1 },
    });
    expect(versions).toEqual([detail.version]);
    expect(detail.terms.map(({ cohortTerms }) => cohortTerms.map(({ cohort }) => cohort?.name))).toEqual([
      ['One', 'Two'],
      ['One'],
    ]);
    expect(detail.terms[1]?.cohortTerms).toMatchObject([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        curriculaVersionTermId: idOf('terms/t2'),
        organizationTermId: winterId,
        cohort: { id: one, name: 'One' },
      },
    ]);
    expect(detail.organizationTerms).toEqual([
      {
        $typeName: 'lyceum.curricula.v1.OrganizationTerm',
        id: winterId,
        name: 'Winter',
        code: 'W',
        termStart: start,
        termEnd: end,
        electionEnd: start,
      },
    ]);
  });

  it('removes a term’s mapping for a cohort when the term moves to another version', async () => {
    const before = await cohortTermOf('t1');
    expect(before).toHaveLength(1);
    await bundle.import(
      bundle.changed((science) => {
        const [first, second] = science.versions;
        second.terms = [first.terms[1]];
        science.versions = [second];
      }),
    );
    expect((await bundle.detail('second')).terms).toMatchObject([{ id: idOf('terms/t1'), cohortTerms: [] }]);
    expect((await bundle.detail()).organizationTerms).toEqual([]);
  });
});

/** Maps the first version's term to an academic term for a cohort; returns what the version shows of that. */
async function cohortTermOf(term: string) {
  const [start, end] = ['2026-10-01T00:00:00.000Z', '2027-03-31T21:59:59.000Z'];
  const terms = await bundle.call(ImportService.method.importOrganizationTerms, {
    records: [{ ref: 'w', name: 'Winter', termStart: start, termEnd: end }],
  });
  const mapped = { termId: idOf(`terms/${term}`), organizationTermId: terms.records[0]?.id ?? '' };
  const cohort = {
    startDate: start,
    endDate: end,
    curriculaVersionId: idOf('curriculaVersions/first'),
    terms: [mapped],
  };
  const versions = [{ ref: 'p-1', name: 'P', cohorts: [{ ...cohort, ref: 'one', name: 'One' }] }];
  await bundle.call(ImportService.method.importPrograms, { records: [{ ref: 'p', name: 'P', versions }] });
  const { terms: shown } = await bundle.detail();
  return shown.flatMap(({ cohortTerms }) => cohortTerms);
}
