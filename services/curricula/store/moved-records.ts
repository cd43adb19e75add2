import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { instant, sqlStatement, typesOf, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { curriculumItems, moduleClusters } from './curriculum-item-tables.ts';
import { curriculumVersions } from './curriculum-tables.ts';
import { cohortTerms } from './program-tables.ts';

/** The parts that an import moves to another version of a curriculum. */
export interface MovedParts {
  readonly termIds: readonly string[];
  readonly pathwayIds: readonly string[];
  readonly clusterIds: readonly string[];
  readonly itemIds: readonly string[];
}

/**
 * Parts that remain in a version must not refer to parts that leave it. Those of the batch are written afterwards, with
 * their new references.
 */
export function releaseParts(tx: Tx, { institutionId }: TenantActor, moved: MovedParts, updatedAt: string): void {
  const { termIds, clusterIds } = moved;
  if (Object.values(moved).some(({ length }) => length > 0))
    tx.write(RELEASE_ITEMS, { institutionId, updatedAt, ...moved });
  if (clusterIds.length > 0) tx.write(RELEASE_CLUSTERS, { institutionId, updatedAt, clusterIds });
  if (termIds.length > 0) tx.write(RELEASE_COHORT_TERMS, { institutionId, termIds });
}

/** Items must not refer to module versions that move to another module. Returns the curricula of these items. */
export async function releaseModuleVersions(
  tx: Tx,
  { institutionId }: TenantActor,
  ids: readonly string[],
  updatedAt: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.rows(CURRICULA_OF_ITEMS, { institutionId, ids });
  tx.write(RELEASE_MODULE_VERSIONS, { institutionId, updatedAt, ids });
  return rows.map(({ curriculumId }) => curriculumId);
}

const RELEASE_ITEMS = sqlStatement(curriculumItems, 'release_parts', {
  writes: true,
  parameters: {
    institutionId: uuid(),
    updatedAt: instant(),
    termIds: uuids(),
    pathwayIds: uuids(),
    clusterIds: uuids(),
    itemIds: uuids(),
  },
  result: {},
  text: ($) => {
    const isMoved = {
      term_id: `term_id = ANY(${$.termIds})`,
      pathway_id: `pathway_id = ANY(${$.pathwayIds})`,
      module_cluster_id: `module_cluster_id = ANY(${$.clusterIds})`,
      parent_id: `parent_id = ANY(${$.itemIds})`,
    };
    const released = Object.entries(isMoved).map(
      ([column, is]) => `${column} = CASE WHEN ${is} THEN NULL ELSE ${column} END`,
    );
    return `UPDATE curriculum_items SET updated_at = greatest(updated_at, ${$.updatedAt}), ${released.join(', ')}
   WHERE institution_id = ${$.institutionId} AND (${Object.values(isMoved).join(' OR ')})`;
  },
});

const RELEASE_CLUSTERS = sqlStatement(moduleClusters, 'release', {
  writes: true,
  parameters: { institutionId: uuid(), updatedAt: instant(), clusterIds: uuids() },
  result: {},
  text: ($) => `UPDATE module_clusters SET overflow_cluster_id = NULL, updated_at = greatest(updated_at, ${$.updatedAt})
   WHERE institution_id = ${$.institutionId} AND overflow_cluster_id = ANY(${$.clusterIds})`,
});

/** A cohort's terms are those of the curriculum version it follows. */
const RELEASE_COHORT_TERMS = sqlStatement(cohortTerms, 'release', {
  writes: true,
  parameters: { institutionId: uuid(), termIds: uuids() },
  result: {},
  text: ($) => `DELETE FROM cohort_terms
   WHERE institution_id = ${$.institutionId} AND curriculum_term_id = ANY(${$.termIds})`,
});

const RELEASE_MODULE_VERSIONS = sqlStatement(curriculumItems, 'release_module_versions', {
  writes: true,
  parameters: { institutionId: uuid(), updatedAt: instant(), ids: uuids() },
  result: {},
  text: ($) => `UPDATE curriculum_items SET module_version_id = NULL, updated_at = greatest(updated_at, ${$.updatedAt})
   WHERE institution_id = ${$.institutionId} AND module_version_id = ANY(${$.ids})`,
});

const CURRICULA_OF_ITEMS = sqlStatement(curriculumItems, 'curricula_of_module_versions', {
  parameters: { institutionId: uuid(), ids: uuids() },
  result: typesOf(curriculumVersions, ['curriculumId']),
  text: ($) => `SELECT DISTINCT v.curriculum_id AS "curriculumId" FROM curriculum_items i
   JOIN curriculum_versions v ON v.institution_id = i.institution_id AND v.id = i.curriculum_version_id
   WHERE i.institution_id = ${$.institutionId} AND i.module_version_id = ANY(${$.ids})
   ORDER BY v.curriculum_id`,
});
