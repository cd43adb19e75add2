import type { TenantActor } from '../../../platform/core/actor.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { importTable, lockByRef, type Writing, writeEntries } from '../../../platform/data/import-table.ts';
import { instant, uuid, uuids } from '../../../platform/data/schema/column.ts';
import { changeRows, rowsByIds } from '../../../platform/data/statements/row-statements.ts';
import { sqlStatement, sqlUpdate } from '../../../platform/data/statements/sql-statement.ts';
import type { Reader, Tx } from '../../../platform/data/tx.ts';
import type { CurriculumItemRecord, CurriculumRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { KnownModules } from '../domain/check-curriculum-records.ts';
import type { CurriculumPlan, StoredCurricula } from '../domain/plan-curriculum-import.ts';
import { curriculumItems, moduleClusters } from './curriculum-item-tables.ts';
import { curricula, curriculumTerms, curriculumVersions, pathways } from './curriculum-tables.ts';
import { knownIds, rowsOfKnown } from './known-ids.ts';
import { MODULE_VERSIONS_BY_IDS } from './module-import.ts';
import { courseModules, moduleGroups } from './module-tables.ts';
import { cohortTerms } from './program-tables.ts';

/** The institution's records that a batch names, read under the lock of its imports: all in one batch of statements. */
export async function loadCurricula(
  tx: Tx,
  actor: TenantActor,
  records: readonly CurriculumRecord[],
): Promise<{ stored: StoredCurricula; known: KnownModules }> {
  const found = records.flatMap((record) => record.versions);
  const items = found.flatMap((version) => version.items);
  lockImport(tx, actor.institutionId);
  const [curricula, versions, terms, pathways, clusters, storedItems, known] = await Promise.all([
    lockByRef(tx, actor, CURRICULA, records.map(refOf)),
    lockByRef(tx, actor, CURRICULUM_VERSIONS, found.map(refOf)),
    lockByRef(tx, actor, TERMS, found.flatMap((version) => version.terms).map(refOf)),
    lockByRef(tx, actor, PATHWAYS, found.flatMap((version) => version.pathways).map(refOf)),
    lockByRef(tx, actor, CLUSTERS, found.flatMap((version) => version.moduleClusters).map(refOf)),
    lockByRef(tx, actor, ITEMS, items.map(refOf)),
    loadKnown(tx, actor, items),
  ]);
  return { stored: { curricula, versions, terms, pathways, clusters, items: storedItems }, known };
}

/** Writes a plan's changes: at most a fixed number of statements, regardless of the batch, sent together with the commit; none if nothing changes. */
export function writeCurricula(tx: Tx, actor: TenantActor, plan: CurriculumPlan, writing: Writing): void {
  const { institutionId } = actor;
  const { at: updatedAt, newId } = writing;
  const { versionIds, curriculumIds } = plan.releasedDefaults;
  writeEntries(tx, actor, CURRICULA, plan.curricula, writing);
  // The unique index of defaults is checked row by row, so the old default is cleared first.
  tx.write(RELEASE_DEFAULTS, { institutionId, updatedAt, isDefault: false, rows: versionIds.map((id) => ({ id })) });
  if (curriculumIds.length > 0) tx.write(END_DEFAULTS, { institutionId, updatedAt, revision: newId(), curriculumIds });
  writeEntries(tx, actor, CURRICULUM_VERSIONS, plan.versions, writing, ({ values }) => ({
    ...values,
    sourceCohortId: null,
  }));
  tx.write(REVISE_VERSIONS, {
    institutionId,
    updatedAt,
    rows: plan.leftVersionIds.map((id) => ({ id, revision: newId() })),
  });
  releaseMoved(tx, actor, plan.moved, updatedAt);
  writeEntries(tx, actor, TERMS, plan.terms, writing);
  writeEntries(tx, actor, PATHWAYS, plan.pathways, writing);
  writeEntries(tx, actor, CLUSTERS, plan.clusters, writing);
  writeEntries(tx, actor, ITEMS, plan.items, writing);
}

/** Parts that remain in a version must not reference parts that have left it. */
function releaseMoved(tx: Tx, { institutionId }: TenantActor, moved: CurriculumPlan['moved'], updatedAt: string): void {
  const { termIds, pathwayIds, clusterIds, itemIds } = moved;
  if (termIds.length + pathwayIds.length + clusterIds.length + itemIds.length > 0)
    tx.write(RELEASE_ITEMS, { institutionId, updatedAt, ...moved });
  if (clusterIds.length > 0) tx.write(RELEASE_CLUSTERS, { institutionId, updatedAt, clusterIds });
  if (termIds.length > 0) tx.write(RELEASE_COHORT_TERMS, { institutionId, termIds });
}

/** The curriculum of each version, by the version's id. */
export async function curriculaOfVersions(
  db: Reader,
  { institutionId }: TenantActor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = ids.length === 0 ? [] : await db.rows(CURRICULUM_VERSIONS_BY_IDS, { institutionId, ids });
  return new Map(rows.map(({ id, curriculumId }) => [id, curriculumId]));
}

async function loadKnown(tx: Tx, actor: TenantActor, items: readonly CurriculumItemRecord[]): Promise<KnownModules> {
  const [modules, versions, groups] = await Promise.all([
    knownIds(
      tx,
      actor,
      MODULES_BY_IDS,
      items.map((item) => item.courseModuleId),
    ),
    rowsOfKnown(
      tx,
      actor,
      MODULE_VERSIONS_BY_IDS,
      items.map((item) => item.moduleVersionId),
    ),
    knownIds(
      tx,
      actor,
      GROUPS_BY_IDS,
      items.map((item) => item.moduleGroupId),
    ),
  ]);
  return { modules, versions: new Map(versions.map(({ id, courseModuleId }) => [id, courseModuleId])), groups };
}

function refOf({ ref }: { readonly ref: string }): string {
  return ref;
}

const CURRICULA = importTable(curricula);

const CURRICULUM_VERSIONS = importTable(curriculumVersions, { keep: ['sourceCohortId'] });

const TERMS = importTable(curriculumTerms);

const PATHWAYS = importTable(pathways);

const CLUSTERS = importTable(moduleClusters);

const ITEMS = importTable(curriculumItems);

export const CURRICULUM_VERSIONS_BY_IDS = rowsByIds(curriculumVersions, ['id', 'curriculumId']);

const MODULES_BY_IDS = rowsByIds(courseModules, ['id']);

const GROUPS_BY_IDS = rowsByIds(moduleGroups, ['id']);

/** For versions of the batch, which are written afterwards. */
const RELEASE_DEFAULTS = changeRows(
  curriculumVersions,
  'release_defaults',
  { shared: ['institutionId', 'updatedAt', 'isDefault'], set: [] },
  'interim',
);

/** For versions outside the batch. */
const END_DEFAULTS = sqlUpdate(curriculumVersions, 'end_defaults', {
  parameters: { institutionId: uuid(), updatedAt: instant(), revision: uuid(), curriculumIds: uuids() },
  text: ($) => `UPDATE curriculum_versions SET is_default = false, updated_at = ${$.updatedAt}, revision = ${$.revision}
   WHERE institution_id = ${$.institutionId} AND is_default AND curriculum_id = ANY(${$.curriculumIds})`,
});

const REVISE_VERSIONS = changeRows(curriculumVersions, 'revise_rows', {
  shared: ['institutionId', 'updatedAt'],
  set: ['revision'],
});

/** Items of the batch are written afterwards, with their new references. */
const RELEASE_ITEMS = sqlStatement(curriculumItems, 'release_parts', {
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
    return `UPDATE curriculum_items SET updated_at = ${$.updatedAt}, ${released.join(', ')}
   WHERE institution_id = ${$.institutionId} AND (${Object.values(isMoved).join(' OR ')})`;
  },
});

const RELEASE_CLUSTERS = sqlStatement(moduleClusters, 'release', {
  parameters: { institutionId: uuid(), updatedAt: instant(), clusterIds: uuids() },
  result: {},
  text: ($) => `UPDATE module_clusters SET overflow_cluster_id = NULL, updated_at = ${$.updatedAt}
   WHERE institution_id = ${$.institutionId} AND overflow_cluster_id = ANY(${$.clusterIds})`,
});

/** A cohort's terms are those of the curriculum version it follows. */
const RELEASE_COHORT_TERMS = sqlStatement(cohortTerms, 'release', {
  parameters: { institutionId: uuid(), termIds: uuids() },
  result: {},
  text: ($) => `DELETE FROM cohort_terms
   WHERE institution_id = ${$.institutionId} AND curriculum_term_id = ANY(${$.termIds})`,
});
