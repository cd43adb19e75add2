import type { CurriculumVersion } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';
import { electionModeMessage, type StoredElectionMode } from '../domain/election-modes.ts';

export interface CurriculumVersionRow {
  readonly id: string;
  readonly curriculumId: string;
  readonly version: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly electionMode: StoredElectionMode | null;
  readonly electionStartWeeks: number | null;
  readonly electionEndWeeks: number | null;
  readonly isCohortVersion: boolean;
  readonly sourceCohortId: string | null;
  readonly sourceCohortName: string | null;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Of {@link CURRICULUM_VERSION_TABLES}. */
export const CURRICULUM_VERSION_COLUMNS = `v.id, v.curriculum_id, v.version, v.name, v.is_default, v.election_mode, v.election_start_weeks,
  v.election_end_weeks, v.is_cohort_version, v.source_cohort_id, sc.name AS source_cohort_name, v.revision, v.created_at, v.updated_at`;

export const CURRICULUM_VERSION_TABLES = `curriculum_versions v
  LEFT JOIN cohorts sc ON sc.institution_id = v.institution_id AND sc.id = v.source_cohort_id`;

/** Whether the curriculum has such a version. */
export async function isVersionOfCurriculum(
  db: Reader,
  actor: TenantActor,
  curriculumId: string,
  id: string,
): Promise<boolean> {
  if (!isUuid(curriculumId) || !isUuid(id)) return false;
  return (await db.point(OF_CURRICULUM, [actor.institutionId, curriculumId, id])) !== null;
}

/** One more than the page holds, by creation; a curriculum that the institution does not have has none. */
export async function listCurriculumVersions(
  db: Reader,
  actor: TenantActor,
  curriculumId: string,
  { sort, id, limit }: Keyset,
): Promise<CurriculumVersionRow[]> {
  return isUuid(curriculumId) ? db.rows(LIST, [actor.institutionId, sort, id, limit, curriculumId]) : [];
}

export function curriculumVersionMessage(row: CurriculumVersionRow): CurriculumVersion {
  const message: CurriculumVersion = {
    $typeName: 'lyceum.curricula.v1.CurriculumVersion',
    id: row.id,
    version: row.version,
    name: row.name,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    curriculaId: row.curriculumId,
    electionEndWeeks: row.electionEndWeeks ?? undefined,
    electionStartWeeks: row.electionStartWeeks ?? undefined,
    electionMode: row.electionMode === null ? undefined : electionModeMessage(row.electionMode),
    isCohortVersion: row.isCohortVersion,
    isDefault: row.isDefault,
    revision: row.revision,
  };
  const { sourceCohortId: id, sourceCohortName: name } = row;
  if (id !== null && name !== null) message.sourceCohort = { $typeName: 'lyceum.curricula.v1.CohortSummary', id, name };
  return message;
}

const OF_CURRICULUM = pointRead<object>(
  'curriculum_versions_of_curriculum',
  `SELECT k.n
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS k(institution_id, curriculum_id, id, n)
   JOIN curriculum_versions v ON v.institution_id = k.institution_id AND v.id = k.id AND v.curriculum_id = k.curriculum_id`,
);

const LIST = statement(
  'curriculum_versions_list',
  `SELECT ${CURRICULUM_VERSION_COLUMNS} FROM ${CURRICULUM_VERSION_TABLES}
   WHERE v.institution_id = $1 AND v.curriculum_id = $5 AND (v.created_at, v.id) > ($2, $3)
   ORDER BY v.created_at, v.id LIMIT $4`,
);
