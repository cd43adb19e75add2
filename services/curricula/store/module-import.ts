import type { TenantActor } from '../../../platform/core/actor.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { importTable, lockByRef, type Writing, writeEntries } from '../../../platform/data/import-table.ts';
import { instant, uuid, uuids } from '../../../platform/data/schema/column.ts';
import {
  changeRows,
  deleteRows,
  insertRows,
  rowsByIds,
  typesOf,
} from '../../../platform/data/statements/row-statements.ts';
import { rowsOfRefs } from '../../../platform/data/statements/rows-of-refs.ts';
import { sqlStatement, sqlUpdate } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { ModulePlan, StoredModules } from '../domain/plan-module-import.ts';
import { curriculumItems } from './curriculum-item-tables.ts';
import { curriculumVersions } from './curriculum-tables.ts';
import { knownIds } from './known-ids.ts';
import { courseModules, courseModuleTags, moduleVersions, tags } from './module-tables.ts';

interface Named {
  readonly modules: readonly string[];
  readonly versions: readonly string[];
  readonly tagIds: readonly string[];
}

/** The institution's records that a batch names, read under the lock of its imports: all in one batch of statements. */
export async function loadModules(tx: Tx, actor: TenantActor, named: Named): Promise<StoredModules> {
  lockImport(tx, actor.institutionId);
  const [modules, versions, tagLinks, knownTags] = await Promise.all([
    lockByRef(tx, actor, COURSE_MODULES, named.modules),
    lockByRef(tx, actor, MODULE_VERSIONS, named.versions),
    tx.rows(TAG_LINKS, { institutionId: actor.institutionId, refs: named.modules }),
    knownIds(tx, actor, TAGS_BY_IDS, named.tagIds),
  ]);
  return { modules, versions, tagLinks, knownTags };
}

/** The curricula with items that reference one of the module versions, and lose it when the version moves. */
export async function curriculaWithItemsOf(
  tx: Tx,
  { institutionId }: TenantActor,
  moduleVersionIds: readonly string[],
): Promise<string[]> {
  if (moduleVersionIds.length === 0) return [];
  const rows = await tx.rows(CURRICULA_OF_ITEMS, { institutionId, ids: moduleVersionIds });
  return rows.map(({ curriculumId }) => curriculumId);
}

/** Writes a plan's changes: at most nine statements, regardless of the batch, sent together with the commit; none if nothing changes. */
export function writeModules(tx: Tx, actor: TenantActor, plan: ModulePlan, writing: Writing): void {
  const { institutionId } = actor;
  const { at: updatedAt, newId } = writing;
  const { tagging, untagging, releasedDefaults, movedVersionIds } = plan;
  const { versionIds, moduleIds } = releasedDefaults;
  writeEntries(tx, actor, COURSE_MODULES, plan.modules, writing);
  // The unique index of defaults is checked row by row, so the old default is cleared first.
  tx.write(RELEASE_DEFAULTS, { institutionId, updatedAt, isDefault: false, rows: versionIds.map((id) => ({ id })) });
  if (moduleIds.length > 0) tx.write(END_DEFAULTS, { institutionId, updatedAt, revision: newId(), moduleIds });
  if (movedVersionIds.length > 0) tx.write(RELEASE_ITEMS, { institutionId, updatedAt, ids: movedVersionIds });
  writeEntries(tx, actor, MODULE_VERSIONS, plan.versions, writing);
  if (untagging.length > 0) tx.write(UNTAG, { institutionId, ids: untagging.map(({ id }) => id) });
  tx.write(TAG, { institutionId, rows: tagging.map((link) => ({ ...link, revision: newId() })) });
}

const COURSE_MODULES = importTable(courseModules);

const MODULE_VERSIONS = importTable(moduleVersions);

const TAG_LINKS = rowsOfRefs(courseModuleTags, { of: courseModules, by: 'courseModuleId' }, [
  'id',
  'courseModuleId',
  'tagId',
]);

/** With the columns that records referencing module versions need. */
export const MODULE_VERSIONS_BY_IDS = rowsByIds(moduleVersions, ['id', 'ref', 'courseModuleId']);

const TAGS_BY_IDS = rowsByIds(tags, ['id']);

/** For versions of the batch, which are written afterwards. */
const RELEASE_DEFAULTS = changeRows(
  moduleVersions,
  'release_defaults',
  { shared: ['institutionId', 'updatedAt', 'isDefault'], set: [] },
  'interim',
);

/** For versions outside the batch. */
const END_DEFAULTS = sqlUpdate(moduleVersions, 'end_defaults', {
  parameters: { institutionId: uuid(), updatedAt: instant(), revision: uuid(), moduleIds: uuids() },
  text: ($) => `UPDATE module_versions SET is_default = false, updated_at = ${$.updatedAt}, revision = ${$.revision}
   WHERE institution_id = ${$.institutionId} AND is_default AND course_module_id = ANY(${$.moduleIds})`,
});

const RELEASE_ITEMS = sqlStatement(curriculumItems, 'release_module_versions', {
  parameters: { institutionId: uuid(), updatedAt: instant(), ids: uuids() },
  result: {},
  text: ($) => `UPDATE curriculum_items SET module_version_id = NULL, updated_at = ${$.updatedAt}
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

const TAG = insertRows(courseModuleTags, { shared: ['institutionId'] });

const UNTAG = deleteRows(courseModuleTags);
