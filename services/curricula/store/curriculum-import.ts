import type { CurriculumRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { type Reader, type Statement, statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { KnownModules } from '../domain/check-curriculum-records.ts';
import type { CurriculumPlan, StoredCurricula } from '../domain/plan-curriculum-import.ts';
import { CLUSTERS, CURRICULA, CURRICULUM_VERSIONS, ITEMS, PATHWAYS, TERMS } from './curriculum-import-tables.ts';
import { lockByRef, type Writing, writeEntries } from './import-table.ts';

/** What the institution has of what a batch names, behind the lock of its imports: all in one flight. */
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

/** Writes what a plan changes: a fixed number of statements at most, whatever the batch, in one flight with the commit; none where nothing changes. */
export function writeCurricula(tx: Tx, actor: TenantActor, plan: CurriculumPlan, writing: Writing): void {
  const { leftVersionIds, releasedDefaults, moved } = plan;
  const { versionIds, curriculumIds } = releasedDefaults;
  const { termIds, pathwayIds, clusterIds, itemIds } = moved;
  writeEntries(tx, actor, CURRICULA, plan.curricula, writing);
  // The index of defaults is checked row by row: whoever loses the default goes first.
  if (versionIds.length + curriculumIds.length > 0)
    tx.write(RELEASE_DEFAULTS, [actor.institutionId, writing.at, versionIds, curriculumIds]);
  writeEntries(tx, actor, CURRICULUM_VERSIONS, plan.versions, writing);
  if (leftVersionIds.length > 0)
    tx.write(REVISE_VERSIONS, [actor.institutionId, writing.at, leftVersionIds, leftVersionIds.map(writing.newId)]);
  if (termIds.length + pathwayIds.length + clusterIds.length + itemIds.length > 0)
    tx.write(RELEASE_ITEMS, [actor.institutionId, writing.at, termIds, pathwayIds, clusterIds, itemIds]);
  if (clusterIds.length > 0) tx.write(RELEASE_CLUSTERS, [actor.institutionId, writing.at, clusterIds]);
  if (termIds.length > 0) tx.write(RELEASE_COHORT_TERMS, [actor.institutionId, termIds]);
  writeEntries(tx, actor, TERMS, plan.terms, writing);
  writeEntries(tx, actor, PATHWAYS, plan.pathways, writing);
  writeEntries(tx, actor, CLUSTERS, plan.clusters, writing);
  writeEntries(tx, actor, ITEMS, plan.items, writing);
}

async function loadKnown(
  tx: Tx,
  actor: TenantActor,
  items: readonly {
    courseModuleId: string;
    moduleVersionId?: string | undefined;
    moduleGroupId?: string | undefined;
  }[],
): Promise<KnownModules> {
  const [modules, versions, groups] = await Promise.all([
    findByIds<{ id: string }>(
      tx,
      actor,
      KNOWN_MODULES,
      items.map((item) => item.courseModuleId),
    ),
    findByIds<{ id: string; courseModuleId: string }>(
      tx,
      actor,
      KNOWN_VERSIONS,
      items.map((item) => item.moduleVersionId),
    ),
    findByIds<{ id: string }>(
      tx,
      actor,
      KNOWN_GROUPS,
      items.map((item) => item.moduleGroupId),
    ),
  ]);
  return {
    modules: new Set(modules.map(({ id }) => id)),
    versions: new Map(versions.map(({ id, courseModuleId }) => [id, courseModuleId])),
    groups: new Set(groups.map(({ id }) => id)),
  };
}

async function findByIds<Row extends object>(
  db: Reader,
  actor: TenantActor,
  read: Statement,
  ids: readonly (string | undefined)[],
): Promise<Row[]> {
  const possible = [...new Set(ids)].filter((id) => id !== undefined).filter(isUuid);
  return possible.length === 0 ? [] : db.rows<Row>(read, [actor.institutionId, possible]);
}

function refOf({ ref }: { readonly ref: string }): string {
  return ref;
}

const KNOWN_MODULES = statement(
  'course_modules_known',
  'SELECT id FROM course_modules WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const KNOWN_VERSIONS = statement(
  'module_versions_known',
  'SELECT id, course_module_id FROM module_versions WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const KNOWN_GROUPS = statement(
  'module_groups_known',
  'SELECT id FROM module_groups WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const RELEASE_DEFAULTS = statement(
  'curriculum_versions_import_release_defaults',
  `UPDATE curriculum_versions SET is_default = false, updated_at = $2
   WHERE institution_id = $1 AND is_default AND (id = ANY($3::uuid[]) OR curriculum_id = ANY($4::uuid[]))`,
);

const REVISE_VERSIONS = statement(
  'curriculum_versions_import_revise',
  `UPDATE curriculum_versions v SET revision = u.revision, updated_at = $2
   FROM unnest($3::uuid[], $4::uuid[]) AS u(id, revision)
   WHERE v.institution_id = $1 AND v.id = u.id`,
);

/** Items of the batch are written afterwards, with what they name now. */
const RELEASE_ITEMS = statement(
  'curriculum_items_import_release',
  `UPDATE curriculum_items SET updated_at = $2,
     term_id = CASE WHEN term_id = ANY($3::uuid[]) THEN NULL ELSE term_id END,
     pathway_id = CASE WHEN pathway_id = ANY($4::uuid[]) THEN NULL ELSE pathway_id END,
     module_cluster_id = CASE WHEN module_cluster_id = ANY($5::uuid[]) THEN NULL ELSE module_cluster_id END,
     parent_id = CASE WHEN parent_id = ANY($6::uuid[]) THEN NULL ELSE parent_id END
   WHERE institution_id = $1
     AND (term_id = ANY($3::uuid[]) OR pathway_id = ANY($4::uuid[]) OR module_cluster_id = ANY($5::uuid[]) OR parent_id = ANY($6::uuid[]))`,
);

const RELEASE_CLUSTERS = statement(
  'module_clusters_import_release',
  `UPDATE module_clusters SET overflow_cluster_id = NULL, updated_at = $2
   WHERE institution_id = $1 AND overflow_cluster_id = ANY($3::uuid[])`,
);

/** A cohort's terms are those of the curriculum version that it studies by. */
const RELEASE_COHORT_TERMS = statement(
  'cohort_terms_import_release',
  'DELETE FROM cohort_terms WHERE institution_id = $1 AND curriculum_term_id = ANY($2::uuid[])',
);
