import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { TestBundle } from '../../../test/support/curricula/test-bundle.ts';
import { idsOf, importRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';

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
    const [start, end] = ['2026-10-01T00:00:00.000Z', '2027-03-31T21:59:59.000Z'];
    const winter = { ref: 'w', name: 'Winter', code: 'W', termStart: start, termEnd: end, electionEnd: start };
    const terms = await importRecords(bundle.call, 'organizationTerms', [winter, { ...winter, ref: 'unused' }]);
    const winterId = idsOf(terms)['organizationTerms/w'] ?? '';
    const cohort = { startDate: start, endDate: end, curriculaVersion: 'first' };
    const mapped = (term: string) => ({ term, organizationTerm: 'w' });
    const cohorts = [
      { ...cohort, ref: 'one', name: 'One', terms: [mapped('t1'), mapped('t2')] },
      { ...cohort, ref: 'two', name: 'Two', terms: [mapped('t1')] },
    ];
    const programs = await importRecords(bundle.call, 'programs', [
      { ref: 'p', name: 'P', versions: [{ ref: 'p-1', name: 'P', cohorts }] },
    ]);
    const [one, two] = ['one', 'two'].map((ref) => idsOf(programs)[`cohorts/${ref}`] ?? '');
    await bundle.import(bundle.changed((science) => Object.assign(science.versions[0], { sourceCohort: 'two' })));

    const detail = await bundle.detail();
    expect(detail.version?.sourceCohort).toMatchObject({ id: two, name: 'Two' });
    const listed = await bundle.call(CurriculumVersionService.method.listCurriculumVersions, {
      curriculaId: idOf('curricula/science'),
      page: { size: 1 },
    });
    expect(listed.versions).toEqual([detail.version]);
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
  await importRecords(bundle.call, 'organizationTerms', [{ ref: 'w', name: 'Winter', termStart: start, termEnd: end }]);
  const mapped = { term, organizationTerm: 'w' };
  const cohort = {
    startDate: start,
    endDate: end,
    curriculaVersion: 'first',
    terms: [mapped],
  };
  const versions = [{ ref: 'p-1', name: 'P', cohorts: [{ ...cohort, ref: 'one', name: 'One' }] }];
  await importRecords(bundle.call, 'programs', [{ ref: 'p', name: 'P', versions }]);
  const { terms: shown } = await bundle.detail();
  return shown.flatMap(({ cohortTerms }) => cohortTerms);
}
