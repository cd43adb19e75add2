import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishedEvents } from '../../../dev/testing/published-events.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { curricula } from '../service.ts';
import { changesOf, type Ids, NOWHERE } from '../testing/import-curricula.ts';
import { ProgramImport } from '../testing/program-import.ts';

let service: TestService;
let at: ProgramImport;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
});

describe('ImportSourceCohorts', () => {
  const sources = async (records: { curriculaVersionId: string; cohortId?: string }[]) =>
    changesOf((await at.call(ImportService.method.importSourceCohorts, { records })).records);
  const version = async (here: Ids) =>
    (
      await at.call(CurriculumVersionService.method.listCurriculumVersions, {
        curriculaId: here['curricula/science'] ?? '',
        page: { size: 10 },
      })
    ).versions[1];

  it('says which have changed, and nothing the second time', async () => {
    const here = await at.sendForIds();
    const curriculaVersionId = here['curriculaVersions/second'] ?? '';
    const before = await version(here);
    const [autumn = '', spring = ''] = [here['cohorts/autumn'], here['cohorts/spring']];
    const rest = { curriculaVersionId: here['curriculaVersions/first'] ?? '' };
    for (const cohortId of [autumn, spring]) {
      const events = await at.eventsCount();
      const given = [{ curriculaVersionId, cohortId }, rest];
      expect(await sources(given)).toEqual({ 'curriculaVersions/second': 'updated' });
      expect(await sources(given)).toEqual({});
      expect((await publishedEvents(service, 'institution_id', at.institutionId)).slice(events)).toEqual([
        ['CurriculumUpdated', here['curricula/science'], null],
      ]);
      expect((await version(here))?.sourceCohort?.id).toBe(cohortId);
    }
    expect((await version(here))?.revision).not.toBe(before?.revision);
    expect(await sources([{ curriculaVersionId }])).toEqual({ 'curriculaVersions/second': 'updated' });
    expect((await version(here))?.sourceCohort).toBeUndefined();
  });

  it('refuses what is not there, and a version that comes twice', async () => {
    const here = await at.sendForIds();
    const curriculaVersionId = here['curriculaVersions/first'] ?? '';
    for (const [records, pointer] of [
      [[{ curriculaVersionId: NOWHERE }], '/records/0/curriculaVersionId'],
      [[{ curriculaVersionId: 'x' }], '/records/0/curriculaVersionId'],
      [[{ curriculaVersionId, cohortId: NOWHERE }], '/records/0/cohortId'],
      [[{ curriculaVersionId, cohortId: curriculaVersionId }], '/records/0/cohortId'],
      [[{ curriculaVersionId }, { curriculaVersionId }], '/records/1/curriculaVersionId'],
    ] as const) {
      await expect(sources([...records])).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer }] });
    }
  });
});
