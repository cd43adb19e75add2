import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { ProgramImport } from '../../../test/support/curricula/program-import.ts';
import { changesOf, type Ids, importRecords } from '../../../test/support/import-records.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { curricula } from '../service.ts';

let service: TestService;
let at: ProgramImport;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
});

describe('the source cohorts of an import', () => {
  const second = { ref: 'second', version: '2', name: 'Second' };
  const sources = async (...given: object[]) => {
    const versions = given.map((each) => ({ ...second, ...each }));
    return changesOf(await importRecords(at.call, 'curricula', [{ ref: 'science', name: 'Science', versions }]));
  };
  const version = async (here: Ids) =>
    (
      await at.call(CurriculumVersionService.method.listCurriculumVersions, {
        curriculaId: here['curricula/science'] ?? '',
        page: { size: 10 },
      })
    ).versions[1];

  it('change their versions, once', async () => {
    const here = await at.sendForIds();
    const before = await version(here);
    for (const sourceCohort of ['autumn', 'spring']) {
      const events = await at.eventsCount();
      const given = [{ sourceCohort }, { ref: 'first', version: '1', name: 'First' }];
      expect(await sources(...given)).toEqual({ 'curriculaVersions/second': 'updated' });
      expect(await sources(...given)).toEqual({});
      expect((await publishedEvents(service, 'institution_id', at.institutionId)).slice(events)).toEqual([
        ['CurriculumUpdated', here['curricula/science'], null],
      ]);
      expect((await version(here))?.sourceCohort?.id).toBe(here[`cohorts/${sourceCohort}`]);
    }
    expect((await version(here))?.revision).not.toBe(before?.revision);
    expect(await sources({})).toEqual({});
    expect(await sources({ sourceCohort: null })).toEqual({ 'curriculaVersions/second': 'updated' });
    expect((await version(here))?.sourceCohort).toBeUndefined();
  });

  it('stay when an import does not name them', async () => {
    const here = await at.sendForIds();
    await sources({ sourceCohort: 'autumn' });
    expect(await sources({ name: 'Other' })).toEqual({ 'curriculaVersions/second': 'updated' });
    expect((await version(here))?.sourceCohort?.id).toBe(here['cohorts/autumn']);
  });
});
