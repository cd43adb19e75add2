import type { Curriculum } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { pointRead, type Reader, statement } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { Keyset } from '../../chassis/paging.ts';

export interface CurriculumRow {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly isCohortSpecific: boolean;
  readonly isArchived: boolean;
  readonly versionsCount: number;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Of a table `curricula c`. */
export const CURRICULUM_COLUMNS = `c.id, c.name, c.code, c.is_cohort_specific, c.is_archived, c.revision, c.created_at, c.updated_at,
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS versions_count`;

/** The curriculum; null when the institution has none of this id. */
export async function findCurriculum(db: Reader, actor: TenantActor, id: string): Promise<CurriculumRow | null> {
  return isUuid(id) ? db.point(BY_ID, [actor.institutionId, id]) : null;
}

/** One more than the page holds, by creation. @param isArchived null means both */
export function listCurricula(
  db: Reader,
  actor: TenantActor,
  { sort, id, limit }: Keyset,
  isArchived: boolean | null,
): Promise<CurriculumRow[]> {
  const from = [actor.institutionId, sort, id, limit];
  return isArchived === null ? db.rows(LIST, from) : db.rows(LIST_ARCHIVED_OR_NOT, [...from, isArchived]);
}

export function curriculumMessage(row: CurriculumRow): Curriculum {
  return {
    $typeName: 'lyceum.curricula.v1.Curriculum',
    id: row.id,
    name: row.name,
    code: row.code ?? undefined,
    isCohortSpecific: row.isCohortSpecific,
    isArchived: row.isArchived,
    versionsCount: row.versionsCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    revision: row.revision,
  };
}

const BY_ID = pointRead<CurriculumRow>(
  'curricula_by_id',
  `SELECT k.n, ${CURRICULUM_COLUMNS}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN curricula c ON c.institution_id = k.institution_id AND c.id = k.id`,
);

const LIST = statement(
  'curricula_list',
  `SELECT ${CURRICULUM_COLUMNS} FROM curricula c
   WHERE c.institution_id = $1 AND (c.created_at, c.id) > ($2, $3)
   ORDER BY c.created_at, c.id LIMIT $4`,
);

const LIST_ARCHIVED_OR_NOT = statement(
  'curricula_list_archived_or_not',
  `SELECT ${CURRICULUM_COLUMNS} FROM curricula c
   WHERE c.institution_id = $1 AND c.is_archived = $5 AND (c.created_at, c.id) > ($2, $3)
   ORDER BY c.created_at, c.id LIMIT $4`,
);
