import type {
  Cohort,
  ProgramVersion,
  ProgramVersionDetail,
} from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';
import type { ProgramVersionState } from '../domain/program-version.ts';
import { instantOfJson } from './json-instant.ts';
import { programVersionMessage } from './program-messages.ts';

/** A version with its cohorts, as of one moment. */
interface ProgramVersionRow extends ProgramVersionState {
  /** By start, ids breaking ties. */
  readonly cohorts: readonly CohortJson[];
}

interface CohortJson {
  readonly id: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly curriculumVersionId: string;
  readonly isArchived: boolean;
  readonly hasDisconnectedFromCurricula: boolean | null;
  readonly originalCurriculumVersionId: string | null;
}

/** Null when the program, or the institution, has no version of this id. */
export async function findProgramVersion(
  db: Reader,
  actor: TenantActor,
  programId: string,
  id: string,
): Promise<ProgramVersionRow | null> {
  return isUuid(programId) && isUuid(id) ? db.point(BY_ID, [actor.institutionId, programId, id]) : null;
}

/** A program's versions behind a position, by creation; one more than the page holds. */
export async function listProgramVersions(
  db: Reader,
  actor: TenantActor,
  programId: string,
  { sort, id, limit }: Keyset,
): Promise<ProgramVersion[]> {
  if (!isUuid(programId)) return [];
  const rows = await db.rows<ProgramVersionState>(LIST, [actor.institutionId, sort, id, limit, programId]);
  return rows.map(programVersionMessage);
}

export function insertProgramVersion(tx: Tx, actor: TenantActor, version: ProgramVersionState): void {
  tx.write(INSERT, [
    actor.institutionId,
    version.id,
    version.studyProgramId,
    version.name,
    version.revision,
    version.createdAt,
    version.updatedAt,
  ]);
}

/** Writes a version's new name; its program is locked. */
export function renameProgramVersion(tx: Tx, actor: TenantActor, version: ProgramVersionState): void {
  tx.write(RENAME, [actor.institutionId, version.id, version.name, version.revision, version.updatedAt]);
}

export function programVersionDetail(
  version: ProgramVersionState,
  cohorts: ProgramVersionRow['cohorts'] = [],
): ProgramVersionDetail {
  return {
    $typeName: 'lyceum.curricula.v1.ProgramVersionDetail',
    version: programVersionMessage(version),
    cohorts: cohorts.map((cohort) => cohortMessage(cohort, version.id)),
  };
}

function cohortMessage(cohort: CohortJson, studyProgramVersionId: string): Cohort {
  return {
    $typeName: 'lyceum.curricula.v1.Cohort',
    id: cohort.id,
    name: cohort.name,
    startDate: instantOfJson(cohort.startDate),
    endDate: instantOfJson(cohort.endDate),
    curriculaVersionId: cohort.curriculumVersionId,
    studyProgramVersionId,
    isArchived: cohort.isArchived,
    hasDisconnectedFromCurricula: cohort.hasDisconnectedFromCurricula ?? undefined,
    originalCurriculaVersionId: cohort.originalCurriculumVersionId ?? undefined,
  };
}

const COLUMNS = `v.id, v.study_program_id, v.name, v.id = p.default_version_id AS is_default, v.revision, v.created_at, v.updated_at`;

const BY_ID = pointRead<ProgramVersionRow>(
  'program_versions_by_id',
  `SELECT k.n, ${COLUMNS},
     (SELECT coalesce(json_agg(json_build_object('id', h.id, 'name', h.name, 'start_date', h.start_date, 'end_date', h.end_date,
                                 'curriculum_version_id', h.curriculum_version_id, 'is_archived', h.is_archived,
                                 'has_disconnected_from_curricula', h.has_disconnected_from_curricula,
                                 'original_curriculum_version_id', h.original_curriculum_version_id)
                               ORDER BY h.start_date, h.id), '[]')
      FROM cohorts h WHERE h.institution_id = v.institution_id AND h.study_program_version_id = v.id) AS cohorts
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS k(institution_id, study_program_id, id, n)
   JOIN program_versions v
     ON v.institution_id = k.institution_id AND v.study_program_id = k.study_program_id AND v.id = k.id
   JOIN programs p ON p.institution_id = v.institution_id AND p.id = v.study_program_id`,
);

const LIST = statement(
  'program_versions_list',
  `SELECT ${COLUMNS}
   FROM program_versions v JOIN programs p ON p.institution_id = v.institution_id AND p.id = v.study_program_id
   WHERE v.institution_id = $1 AND v.study_program_id = $5 AND (v.created_at, v.id) > ($2, $3)
   ORDER BY v.created_at, v.id LIMIT $4`,
);

const INSERT = statement(
  'program_versions_insert',
  `INSERT INTO program_versions (institution_id, id, study_program_id, name, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

const RENAME = statement(
  'program_versions_rename',
  'UPDATE program_versions SET name = $3, revision = $4, updated_at = $5 WHERE institution_id = $1 AND id = $2',
);
