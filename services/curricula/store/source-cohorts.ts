import type { SourceCohortRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import { writeRows } from '../../chassis/import/write-rows.ts';
import type { CohortVersion } from '../domain/plan-source-cohorts.ts';
import type { Writing } from './import-table.ts';

/** The curriculum versions and cohorts that a batch names, behind the lock of the institution's imports. The versions are locked. */
export async function loadSourceCohorts(
  tx: Tx,
  actor: TenantActor,
  records: readonly SourceCohortRecord[],
): Promise<{ versions: CohortVersion[]; cohortIds: ReadonlySet<string> }> {
  const versionIds = records.map(({ curriculaVersionId }) => curriculaVersionId).filter(isUuid);
  const cohortIds = records.flatMap(({ cohortId = '' }) => (isUuid(cohortId) ? [cohortId] : []));
  lockImport(tx, actor.institutionId);
  const [versions, cohorts] = await Promise.all([
    tx.rows<CohortVersion>(LOCK_VERSIONS, [actor.institutionId, versionIds]),
    tx.rows<{ id: string }>(COHORTS, [actor.institutionId, cohortIds]),
  ]);
  return { versions, cohortIds: new Set(cohorts.map(({ id }) => id)) };
}

/** Writes the source cohorts of curriculum versions: one statement at most. */
export function writeSourceCohorts(
  tx: Tx,
  actor: TenantActor,
  versions: readonly CohortVersion[],
  { at, newId }: Writing,
): void {
  writeRows(
    tx,
    actor,
    at,
    UPDATE,
    versions.map(({ id, sourceCohortId }) => [id, sourceCohortId, newId()]),
  );
}

const LOCK_VERSIONS = statement(
  'source_cohorts_import_lock',
  `SELECT id, ref, source_cohort_id FROM curriculum_versions
   WHERE institution_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

const COHORTS = statement(
  'source_cohorts_import_known_cohorts',
  'SELECT id FROM cohorts WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const UPDATE = statement(
  'source_cohorts_import_update',
  `UPDATE curriculum_versions v SET source_cohort_id = u.source_cohort_id, revision = u.revision, updated_at = $2
   FROM unnest($3::uuid[], $4::uuid[], $5::uuid[]) AS u(id, source_cohort_id, revision)
   WHERE v.institution_id = $1 AND v.id = u.id`,
);
