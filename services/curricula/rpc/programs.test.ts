import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { present } from '../../../platform/core/present.ts';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/curricula/import-curricula.ts';
import { ProgramImport } from '../../../test/support/curricula/program-import.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';

const { createProgram } = ProgramService.method;

let service: TestService;
let at: ProgramImport;
let science: string;

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

beforeEach(async () => {
  at = await ProgramImport.prepare(service);
  science = at.ids['curricula/science'] ?? '';
});

const create = async (program: object = {}, request: object = {}) =>
  present((await at.call(createProgram, { program: { name: 'Care', ...program }, ...request })).program, 'program');

describe('CreateProgram', () => {
  it('does not connect a curriculum that is archived meanwhile', async () => {
    const archived = { ref: 'science', name: 'Science', isArchived: true };
    const [, ...created] = await Promise.allSettled([
      importRecords(at.call, 'curricula', [archived]),
      ...Array.from({ length: 10 }, () => create({}, { curriculaIds: [science] })),
    ]);
    for (const result of created) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'REQUEST_INVALID' });
      // A creation before the archiving has seen the curriculum as it was.
      else expect(result.value.connectedCurricula[0]?.isArchived).toBe(false);
    }
    await expect(create({}, { curriculaIds: [science] })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

/** SQLSTATEs. */
const NOT_NULL = '23502';
const REFERENCE = '23503';

describe('the database', () => {
  const rejected = async (by: object, text: string, values: unknown[] = []) =>
    expect(await service.sql(text, values).catch((error: unknown) => error)).toMatchObject(by);

  it('rejects a program without a default version, or with another program’s', async () => {
    const [one, two] = [await create(), await create()];
    await rejected(
      { code: NOT_NULL, column: 'default_version_id' },
      'UPDATE programs SET default_version_id = NULL WHERE id = $1',
      [one.id],
    );
    await rejected(
      { code: REFERENCE, constraint: 'programs_default_version' },
      'UPDATE programs SET default_version_id = $2 WHERE id = $1',
      [one.id, two.versions[0]?.id],
    );
    await rejected(
      { code: REFERENCE, constraint: 'programs_default_version' },
      'DELETE FROM program_versions WHERE study_program_id = $1',
      [one.id],
    );
    await rejected(
      { code: REFERENCE, constraint: 'programs_default_version' },
      'UPDATE program_versions SET study_program_id = $2 WHERE study_program_id = $1',
      [one.id, two.id],
    );
    await rejected(
      { code: REFERENCE, constraint: 'programs_default_version' },
      `INSERT INTO programs (institution_id, id, name, has_cohorts, is_archived, default_version_id, revision, created_at, updated_at)
       SELECT institution_id, $2, name, has_cohorts, is_archived, $2, revision, created_at, updated_at FROM programs WHERE id = $1`,
      [one.id, NOWHERE],
    );
  });

  it('rejects references to another institution', async () => {
    const other = await ProgramImport.prepare(service);
    const foreign = present((await other.call(createProgram, { program: { name: 'Foreign' } })).program, 'program');
    const { id, versions } = await create({}, { curriculaIds: [science] });
    await rejected(
      { code: REFERENCE, constraint: 'programs_default_version' },
      'UPDATE programs SET default_version_id = $2 WHERE id = $1',
      [id, foreign.versions[0]?.id],
    );
    await rejected(
      { code: REFERENCE, constraint: 'program_versions_program' },
      'UPDATE program_versions SET study_program_id = $2 WHERE id = $1',
      [versions[0]?.id, foreign.id],
    );
    await rejected(
      { code: REFERENCE, constraint: 'program_curricula_curriculum' },
      'UPDATE program_curricula SET curriculum_id = $2 WHERE study_program_id = $1',
      [id, other.ids['curricula/science']],
    );
  });
});
