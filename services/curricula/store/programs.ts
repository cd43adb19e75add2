import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  filteredList,
  insertRow,
  instant,
  integer,
  json,
  jsonOf,
  lockRow,
  type ResultOf,
  sqlPointRead,
  sqlUpdate,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { optionalCodeKey } from '../../../platform/core/text-keys.ts';
import type { Program } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import type { ProgramState } from '../domain/program.ts';
import type { ProgramVersionState } from '../domain/program-version.ts';
import { CURRICULUM_COLUMNS, type CurriculumRow, curriculumMessage } from './curricula.ts';
import { instantOfJson } from './json-instant.ts';
import { programMessage } from './program-messages.ts';
import { programs, programVersions } from './program-tables.ts';

/** Null if the institution has no program with this id. */
export async function findProgram(db: Reader, { institutionId }: TenantActor, id: string): Promise<Program | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, { institutionId, id });
  return row && toMessage(row);
}

/** Whether the institution has a program with this id. */
export async function hasProgram(db: Reader, { institutionId }: TenantActor, id: string): Promise<boolean> {
  return isUuid(id) && (await db.point(EXISTS, { institutionId, id })) !== null;
}

/**
 * Programs after a position, in order of creation; one more than the page holds.
 * @param filters.code trimmed, in any case
 */
export async function listPrograms(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  { code, ...filters }: Omit<Parameters<typeof LIST>[2], 'codeKey'> & { readonly code: string | null },
): Promise<Program[]> {
  const rows = await LIST(db, { institutionId, ...after }, { ...filters, codeKey: optionalCodeKey(code) });
  return rows.map(toMessage);
}

/**
 * Locks a program until the transaction ends, and returns its id. Code that writes a version locks its program first,
 * so that later reads stay valid. Null if the institution has none with this id.
 */
export async function lockProgram(tx: Tx, { institutionId }: TenantActor, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows(LOCK, { institutionId, id });
  return row?.id ?? null;
}

/** Writes a new program; its default version must be written before the commit. */
export function insertProgram(tx: Tx, { institutionId }: TenantActor, program: ProgramState): void {
  const { code } = program;
  tx.write(INSERT, { institutionId, ref: null, ...program, codeKey: optionalCodeKey(code) });
}

/** Marks a program as changed because one of its versions has changed. @param at instant text */
export function touchProgram(
  tx: Tx,
  { institutionId }: TenantActor,
  id: string,
  change: { readonly revision: string; readonly at: string },
): void {
  tx.write(TOUCH, { institutionId, id, ...change });
}

function toMessage(row: ProgramRow): Program {
  return programMessage(row, {
    versions: row.versions.map((version) => ({
      ...withInstants(version),
      studyProgramId: row.id,
      isDefault: version.id === row.defaultVersionId,
    })),
    responsibleUserIds: row.responsibleUserIds,
    connectedCurricula: row.connectedCurricula.map((curriculum) => curriculumMessage(withInstants(curriculum))),
    cohortsCount: row.cohortsCount,
  });
}

/** A record of a JSON value, with its instants in the form of a row. */
function withInstants<T extends { readonly createdAt: string; readonly updatedAt: string }>(json: T): T {
  return { ...json, createdAt: instantOfJson(json.createdAt), updatedAt: instantOfJson(json.updatedAt) };
}

const STATE = columnsBut(programs, 'institutionId', 'ref', 'codeKey');

/** A program with everything it shows, in one snapshot: its counts are computed in the same statement. */
const PROGRAM = {
  ...typesOf(programs, STATE),
  versions: json<readonly Omit<ProgramVersionState, 'studyProgramId' | 'isDefault'>[]>(),
  responsibleUserIds: json<readonly string[]>(),
  connectedCurricula: json<readonly CurriculumRow[]>(),
  cohortsCount: integer(),
};
type ProgramRow = ResultOf<typeof PROGRAM>;

const VERSION = columnsBut(programVersions, 'institutionId', 'ref', 'studyProgramId');

/** The columns of {@link PROGRAM}, of a table `programs p`. */
const COLUMNS = `${columnsOf(programs, 'p', STATE)},
  (SELECT json_agg(${jsonOf(programVersions, 'v', VERSION)} ORDER BY v.created_at, v.id)
   FROM program_versions v WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS versions,
  (SELECT coalesce(json_agg(r.user_id ORDER BY r.user_id), '[]')
   FROM program_responsible_users r
   WHERE r.institution_id = p.institution_id AND r.study_program_id = p.id) AS "responsibleUserIds",
  (SELECT coalesce(json_agg(c ORDER BY c.position, c.id), '[]')
   FROM (SELECT k.position, ${CURRICULUM_COLUMNS}
         FROM program_curricula k JOIN curricula c ON c.institution_id = k.institution_id AND c.id = k.curriculum_id
         WHERE k.institution_id = p.institution_id AND k.study_program_id = p.id) c) AS "connectedCurricula",
  (SELECT count(*)::integer
   FROM program_versions v JOIN cohorts h ON h.institution_id = v.institution_id AND h.study_program_version_id = v.id
   WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS "cohortsCount"`;

const BY_ID = sqlPointRead(programs, 'by_id', {
  key: { institutionId: uuid(), id: uuid() },
  result: PROGRAM,
  text: `SELECT ${COLUMNS} FROM programs p
   WHERE p.institution_id = k.institution_id AND p.id = k.id`,
});

const EXISTS = sqlPointRead(programs, 'exists', {
  key: { institutionId: uuid(), id: uuid() },
  result: {},
  text: 'SELECT FROM programs p WHERE p.institution_id = k.institution_id AND p.id = k.id',
});

const LIST = filteredList(programs, {
  alias: 'p',
  columns: COLUMNS,
  result: PROGRAM,
  order: 'createdAt',
  filters: ['ids', 'codeKey', 'updatedSince', 'isArchived'],
});

const LOCK = lockRow(programs, ['institutionId', 'id'], ['id']);

const INSERT = insertRow(programs);

const TOUCH = sqlUpdate(programs, 'touch', {
  parameters: { institutionId: uuid(), id: uuid(), revision: uuid(), at: instant() },
  text: ($) => `UPDATE programs SET revision = ${$.revision}, updated_at = greatest(updated_at, ${$.at})
   WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});
