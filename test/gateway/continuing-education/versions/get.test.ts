import { afterAll, describe, expect, it } from 'vitest';
import { programVersionFields, TestPrograms } from '../../../support/test-programs.ts';

const programs = await TestPrograms.start({ platform: 'own' });
afterAll(() => programs.stop());

const detailFields = [...programVersionFields, 'cohorts'];

describe('GET /continuing-education/{id}/versions/{versionId}', () => {
  it('200: with its cohorts by start, all fields of each', async () => {
    const { status, headers, body } = await programs.get(programs.versionPath());
    const cohort = {
      institutionId: programs.school.id,
      endDate: '2028-03-31T00:00:00.000Z',
      curriculaVersionId: programs.id('curriculaVersions/m1'),
      studyProgramVersionId: programs.id('programVersions/care-26'),
    };
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(Object.keys(body.data)).toEqual(detailFields);
    expect(body.data).toEqual({
      id: programs.id('programVersions/care-26'),
      name: '2026',
      institutionId: programs.school.id,
      studyProgramId: programs.id('programs/care'),
      isDefault: false,
      statisticData: null,
      cohorts: [
        {
          ...cohort,
          id: programs.id('cohorts/autumn'),
          name: 'Autumn',
          startDate: '2026-10-01T00:00:00.000Z',
          isArchived: false,
          originalCurriculaVersionId: programs.id('curriculaVersions/m1'),
        },
        {
          ...cohort,
          id: programs.id('cohorts/spring'),
          name: 'Spring',
          startDate: '2027-04-01T00:00:00.000Z',
          isArchived: true,
          hasDisconnectedFromCurricula: true,
          originalCurriculaVersionId: null,
        },
      ],
    });
  });

  it('200: none, where it has none', async () => {
    const { body } = await programs.get(programs.versionPath('data-1', 'data'));
    expect([body.data.isDefault, body.data.cohorts]).toEqual([true, []]);
  });
});

it('GET /continuing-education/{id}/versions/{versionId}: 404: a version of another program, and what is no version', async () => {
  for (const path of programs.wrongVersionPaths()) {
    const { status, body } = await programs.get(path);
    expect([path, status, body.code]).toEqual([path, 404, 'resource_not_found']);
  }
});
