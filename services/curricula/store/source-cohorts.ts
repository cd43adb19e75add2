import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import type { Writing } from '../../../platform/data/import-table.ts';
import { uuid, uuids } from '../../../platform/data/schema/column.ts';
import { changeRows, columnsOf, rowsByIds, typesOf } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { SourceCohortRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { CohortVersion } from '../domain/plan-source-cohorts.ts';
import { curriculumVersions } from './curriculum-tables.ts';
import { knownIds } from './known-ids.ts';
import { cohorts } from './program-tables.ts';

/** The curriculum versions and cohorts that a batch names, read under the lock of the institution's imports. The versions are locked. */
export async function loadSourceCohorts(
  tx: Tx,
  actor: TenantActor,
  records: readonly SourceCohortRecord[],
): Promise<{ versions: CohortVersion[]; cohortIds: ReadonlySet<string> }> {
  const ids = records.map(({ curriculaVersionId }) => curriculaVersionId).filter(isUuid);
  lockImport(tx, actor.institutionId);
  const [versions, cohortIds] = await Promise.all([
    tx.rows(LOCK_VERSIONS, { institutionId: actor.institutionId, ids }),
    knownIds(
      tx,
      actor,
      COHORTS_BY_IDS,
      records.map(({ cohortId }) => cohortId),
    ),
  ]);
  return { versions, cohortIds };
}

/** Writes the source cohorts of curriculum versions in at most one statement. */
export function writeSourceCohorts(
  tx: Tx,
  { institutionId }: TenantActor,
  versions: readonly CohortVersion[],
  { at: updatedAt, newId }: Writing,
): void {
  tx.write(UPDATE, {
    institutionId,
    updatedAt,
    rows: versions.map((version) => ({ ...version, revision: newId() })),
  });
}

const VERSION = ['id', 'ref', 'curriculumId', 'sourceCohortId'] as const;

const LOCK_VERSIONS = sqlStatement(curriculumVersions, 'lock_by_ids', {
  parameters: { institutionId: uuid(), ids: uuids() },
  result: typesOf(curriculumVersions, VERSION),
  text: ($) => `SELECT ${columnsOf(curriculumVersions, 'v', VERSION)} FROM curriculum_versions v
   WHERE v.institution_id = ${$.institutionId} AND v.id = ANY(${$.ids}) ORDER BY v.id FOR NO KEY UPDATE`,
});

const COHORTS_BY_IDS = rowsByIds(cohorts, ['id']);

const UPDATE = changeRows(curriculumVersions, 'set_source_cohort', {
  shared: ['institutionId', 'updatedAt'],
  set: ['sourceCohortId', 'revision'],
});
