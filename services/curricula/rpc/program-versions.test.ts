import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { present } from '../../../platform/core/present.ts';
import { type Program, ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { ProgramImport } from '../../../test/support/curricula/program-import.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { curricula } from '../service.ts';

const { createProgramVersion, updateProgramVersion } = ProgramVersionService.method;

let service: TestService;
let at: ProgramImport;
let program: Program;

beforeAll(async () => {
  service = await startTestService(curricula, { service: 'own' });
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
  program = present(
    (await at.call(ProgramService.method.createProgram, { program: { name: 'Care' } })).program,
    'program',
  );
  service.clock.advance(1000);
});

const read = async () =>
  present((await at.call(ProgramService.method.getProgram, { id: program.id })).program, 'program');
const create = async (name = 'Next', studyProgramId = program.id) =>
  present((await at.call(createProgramVersion, { studyProgramId, version: { name } })).detail?.version, 'version');
const update = async (id: string, request: object = {}) =>
  (await at.call(updateProgramVersion, { ...NO_CHANGE, studyProgramId: program.id, id, ...request })).detail;
const NO_CHANGE = { version: {}, updateMask: {} };
const renamed = (name: string) => ({ version: { name }, updateMask: { paths: ['name'] } });
const published = async (resourceId = program.id) =>
  (await publishedEvents(service, 'institution_id', at.institutionId)).filter(([, id]) => id === resourceId);

describe('CreateProgramVersion', () => {
  it('creates fifty concurrently: all exist, one is the default, and every count is right', async () => {
    const all = await Promise.all([
      ...Array.from({ length: 50 }, (_, n) => create(`V${n}`)),
      ...Array.from({ length: 20 }, () => read()),
    ]);
    const after = await read();
    expect(after.versionsCount).toBe(51);
    expect(after.versions.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([program.versions[0]?.id]);
    expect(new Set(after.versions.map(({ id }) => id)).size).toBe(51);
    expect(await published()).toHaveLength(1 + 50);
    // A concurrent reader sees as many versions as the count states, and the first one first.
    for (const seen of all.slice(50) as Program[]) {
      expect([seen.versionsCount, seen.versions[0]?.id]).toEqual([seen.versions.length, program.versions[0]?.id]);
    }
  });

  it('counts cohorts and versions correctly beside an import', async () => {
    const ids = await at.sendForIds();
    const care = ids['programs/care'] ?? '';
    const cohorts = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        ref: `c${i}`,
        name: 'C',
        startDate: '2026-10-01T00:00:00.000Z',
        endDate: '2027-10-01T00:00:00.000Z',
        curriculaVersion: 'first',
      }));
    await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => create(`V${n}`, care)),
      ...Array.from({ length: 10 }, (_, n) => at.send(at.withCohorts(...cohorts(n + 1)))),
    ]);
    const [imported] = (await at.programs()).filter(({ id }) => id === care);
    // The two of the bundle stay when later bundles no longer contain them.
    expect(imported).toMatchObject({ versionsCount: 22, cohortsCount: 12 });
    expect(imported?.versions.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe('UpdateProgramVersion', () => {
  it.each([[NO_CHANGE], [renamed('Care')]])('changes and publishes nothing: %j', async (request) => {
    const detail = await update(program.versions[0]?.id ?? '', request);
    expect([detail?.version, await read()]).toEqual([program.versions[0], program]);
    expect(await published(program.versions[0]?.id)).toEqual([
      ['ProgramVersionCreated', program.versions[0]?.id, null],
    ]);
    expect(await published()).toHaveLength(1);
  });

  it('succeeds for one of ten with one revision', async () => {
    const [first] = program.versions;
    const precondition = { revisions: [first?.revision ?? ''] };
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => update(first?.id ?? '', { precondition, ...renamed(`N${n}`) })),
    );
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(lost).toEqual(Array(9).fill('REVISION_STALE'));
    expect(await published(first?.id)).toHaveLength(2);
  });

  it('publishes each of ten concurrent ones without a condition', async () => {
    const id = program.versions[0]?.id ?? '';
    await Promise.all(Array.from({ length: 10 }, (_, n) => update(id, renamed(`N${n}`))));
    expect((await published(id)).slice(1)).toEqual(Array(10).fill(['ProgramVersionUpdated', id, ['name']]));
  });
});
