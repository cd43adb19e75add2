import type { Program } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';
import type { ProgramState } from '../domain/program.ts';
import type { ProgramVersionState } from '../domain/program-version.ts';
import { CURRICULUM_COLUMNS, type CurriculumRow, curriculumMessage } from './curricula.ts';
import { instantOfJson } from './json-instant.ts';
import { programMessage } from './program-messages.ts';

/** A program with all that it shows, as of one moment: its counts are counted with it. */
interface ProgramRow extends ProgramState {
  readonly versions: readonly Omit<ProgramVersionState, 'study_program_id' | 'is_default'>[];
  readonly responsibleUserIds: readonly string[];
  readonly connectedCurricula: readonly CurriculumRow[];
  readonly cohortsCount: number;
}

interface ProgramFilters {
  /** Exact; null for any. */
  readonly code: string | null;
  /** Null for all. */
  readonly isArchived: boolean | null;
  /** Null for all. */
  readonly updatedSince: string | null;
}

/** Null when the institution has no program of this id. */
export async function findProgram(db: Reader, actor: TenantActor, id: string): Promise<Program | null> {
  if (!isUuid(id)) return null;
  const row = await db.point(BY_ID, [actor.institutionId, id]);
  return row && toMessage(row);
}

/** Whether the institution has a program of this id. */
export async function hasProgram(db: Reader, actor: TenantActor, id: string): Promise<boolean> {
  return isUuid(id) && (await db.point(EXISTS, [actor.institutionId, id])) !== null;
}

/** Programs behind a position, by creation; one more than the page holds. */
export async function listPrograms(
  db: Reader,
  actor: TenantActor,
  { sort, id, limit }: Keyset,
  { code, isArchived, updatedSince }: ProgramFilters,
): Promise<Program[]> {
  const from = [actor.institutionId, sort, id, limit, updatedSince ?? '-infinity', isArchived];
  const rows = await (code === null
    ? db.rows<ProgramRow>(LIST, from)
    : db.rows<ProgramRow>(LIST_BY_CODE, [...from, code]));
  return rows.map(toMessage);
}

/**
 * The id of a program, which is locked until the transaction ends: whoever writes a version locks its program first, so that what is read
 * afterwards stays. Null when the institution has none of this id.
 */
export async function lockProgram(tx: Tx, actor: TenantActor, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows<{ id: string }>(LOCK, [actor.institutionId, id]);
  return row?.id ?? null;
}

/** Writes a new program; its default version follows before the commit. */
export function insertProgram(tx: Tx, actor: TenantActor, program: ProgramState): void {
  tx.write(INSERT, [
    actor.institutionId,
    program.id,
    program.name,
    program.code,
    program.objective,
    program.defaultStudyTime,
    program.hasCohorts,
    program.type,
    program.isArchived,
    program.defaultVersionId,
    program.revision,
    program.createdAt,
    program.updatedAt,
  ]);
}

/** Says of a program that one of its versions has changed. @param at instant text */
export function touchProgram(
  tx: Tx,
  actor: TenantActor,
  id: string,
  { revision, at }: { readonly revision: string; readonly at: string },
): void {
  tx.write(TOUCH, [actor.institutionId, id, revision, at]);
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

/** A record of a JSON value with the instants of a row. */
function withInstants<T extends { readonly createdAt: string; readonly updatedAt: string }>(json: T): T {
  return { ...json, createdAt: instantOfJson(json.createdAt), updatedAt: instantOfJson(json.updatedAt) };
}

const COLUMNS = `p.id, p.name, p.code, p.objective, p.default_study_time, p.has_cohorts, p.type, p.is_archived, p.default_version_id,
  p.revision, p.created_at, p.updated_at,
  (SELECT json_agg(json_build_object('id', v.id, 'name', v.name, 'revision', v.revision, 'created_at', v.created_at,
                                     'updated_at', v.updated_at) ORDER BY v.created_at, v.id)
   FROM program_versions v WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS versions,
  (SELECT coalesce(json_agg(r.user_id ORDER BY r.user_id), '[]')
   FROM program_responsible_users r
   WHERE r.institution_id = p.institution_id AND r.study_program_id = p.id) AS responsible_user_ids,
  (SELECT coalesce(json_agg(c ORDER BY c.position, c.id), '[]')
   FROM (SELECT k.position, ${CURRICULUM_COLUMNS}
         FROM program_curricula k JOIN curricula c ON c.institution_id = k.institution_id AND c.id = k.curriculum_id
         WHERE k.institution_id = p.institution_id AND k.study_program_id = p.id) c) AS connected_curricula,
  (SELECT count(*)::integer
   FROM program_versions v JOIN cohorts h ON h.institution_id = v.institution_id AND h.study_program_version_id = v.id
   WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS cohorts_count`;

const BY_ID = pointRead<ProgramRow>(
  'programs_by_id',
  `SELECT k.n, ${COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN programs p ON p.institution_id = k.institution_id AND p.id = k.id`,
);

const EXISTS = pointRead<{ id: string }>(
  'programs_exists',
  `SELECT k.n, p.id
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN programs p ON p.institution_id = k.institution_id AND p.id = k.id`,
);

/** The page's keys come out of the index alone; only the page itself is read. */
const LIST = statement(
  'programs_list',
  `SELECT ${COLUMNS}
   FROM (SELECT created_at, id FROM programs
         WHERE institution_id = $1 AND (created_at, id) > ($2, $3) AND updated_at >= $5
           AND ($6::boolean IS NULL OR is_archived = $6)
         ORDER BY created_at, id LIMIT $4) page
   JOIN programs p ON p.institution_id = $1 AND p.id = page.id
   ORDER BY page.created_at, page.id`,
);

const LIST_BY_CODE = statement(
  'programs_list_by_code',
  `SELECT ${COLUMNS}
   FROM (SELECT created_at, id FROM programs
         WHERE institution_id = $1 AND code = $7 AND (created_at, id) > ($2, $3) AND updated_at >= $5
           AND ($6::boolean IS NULL OR is_archived = $6)
         ORDER BY created_at, id LIMIT $4) page
   JOIN programs p ON p.institution_id = $1 AND p.id = page.id
   ORDER BY page.created_at, page.id`,
);

const LOCK = statement(
  'programs_lock',
  'SELECT id FROM programs WHERE institution_id = $1 AND id = $2 FOR NO KEY UPDATE',
);

const INSERT = statement(
  'programs_insert',
  `INSERT INTO programs (institution_id, id, name, code, objective, default_study_time, has_cohorts, type, is_archived,
     default_version_id, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);

/** Never backwards: who was first to the lock may have begun later. */
const TOUCH = statement(
  'programs_touch',
  `UPDATE programs SET revision = $3, updated_at = greatest(updated_at, $4)
   WHERE institution_id = $1 AND id = $2`,
);
