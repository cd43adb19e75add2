import type { TenantActor } from '../../chassis/actor.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { CourseModuleValues, ModuleVersionValues } from '../domain/module-values.ts';
import type { ModulePlan, StoredModules, TagLink } from '../domain/plan-module-import.ts';
import {
  type ColumnsOf,
  type ImportTable,
  insertText,
  lockByRef,
  lockText,
  REVISION,
  updateText,
  type Writing,
  writeEntries,
} from './import-table.ts';

interface Named {
  readonly modules: readonly string[];
  readonly versions: readonly string[];
  readonly tagIds: readonly string[];
}

/** What the institution has of what a batch names, behind the lock of its imports: all in one flight. */
export async function loadModules(tx: Tx, actor: TenantActor, named: Named): Promise<StoredModules> {
  lockImport(tx, actor.institutionId);
  const tagIds = [...new Set(named.tagIds)].filter(isUuid);
  const [modules, versions, tagLinks, tags] = await Promise.all([
    lockByRef(tx, actor, COURSE_MODULES, named.modules),
    lockByRef(tx, actor, MODULE_VERSIONS, named.versions),
    tx.rows<TagLink>(TAG_LINKS, [actor.institutionId, named.modules]),
    tagIds.length === 0 ? [] : tx.rows<{ id: string }>(KNOWN_TAGS, [actor.institutionId, tagIds]),
  ]);
  return { modules, versions, tagLinks, knownTags: new Set(tags.map(({ id }) => id)) };
}

/** Writes what a plan changes: eight statements at most, whatever the batch, in one flight with the commit; none where nothing changes. */
export function writeModules(tx: Tx, actor: TenantActor, plan: ModulePlan, writing: Writing): void {
  const { tagging, untagging, releasedDefaults, movedVersionIds } = plan;
  const { versionIds, moduleIds } = releasedDefaults;
  writeEntries(tx, actor, COURSE_MODULES, plan.modules, writing);
  // The index of defaults is checked row by row: whoever loses the default goes first.
  if (versionIds.length + moduleIds.length > 0)
    tx.write(RELEASE_DEFAULTS, [actor.institutionId, writing.at, versionIds, moduleIds]);
  if (movedVersionIds.length > 0) tx.write(RELEASE_ITEMS, [actor.institutionId, writing.at, movedVersionIds]);
  writeEntries(tx, actor, MODULE_VERSIONS, plan.versions, writing);
  if (untagging.length > 0) tx.write(UNTAG, [actor.institutionId, untagging.map(({ id }) => id)]);
  if (tagging.length > 0)
    tx.write(TAG, [
      actor.institutionId,
      tagging.map(({ id }) => id),
      tagging.map((link) => link.courseModuleId),
      tagging.map((link) => link.tagId),
    ]);
}

const MODULE_COLUMNS: ColumnsOf<CourseModuleValues> = {
  name: 'text',
  code: 'text',
  isArchived: 'boolean',
  nameTranslations: 'json',
};

const COURSE_MODULES: ImportTable<CourseModuleValues> = {
  columns: MODULE_COLUMNS,
  isRevised: true,
  lock: statement('course_modules_import_lock', lockText('course_modules', MODULE_COLUMNS)),
  insert: statement('course_modules_import_insert', insertText('course_modules', { ...MODULE_COLUMNS, ...REVISION })),
  update: statement('course_modules_import_update', updateText('course_modules', { ...MODULE_COLUMNS, ...REVISION })),
};

const VERSION_COLUMNS: ColumnsOf<ModuleVersionValues> = {
  courseModuleId: 'uuid',
  version: 'text',
  name: 'text',
  ectsPoints: 'integer',
  status: 'text',
  isDefault: 'boolean',
  description: 'text',
  capacity: 'integer',
  color: 'text',
  moduleName: 'text',
  requiredAttendancePercentage: 'double precision',
  examinationRequirements: 'json',
  timePlanId: 'uuid',
  unitName: 'text',
  unitMinutes: 'double precision',
  timePlanItems: 'json',
  unitAmount: 'double precision',
};

const MODULE_VERSIONS: ImportTable<ModuleVersionValues> = {
  columns: VERSION_COLUMNS,
  isRevised: true,
  lock: statement('module_versions_import_lock', lockText('module_versions', VERSION_COLUMNS)),
  insert: statement(
    'module_versions_import_insert',
    insertText('module_versions', { ...VERSION_COLUMNS, ...REVISION }),
  ),
  update: statement(
    'module_versions_import_update',
    updateText('module_versions', { ...VERSION_COLUMNS, ...REVISION }),
  ),
};

const TAG_LINKS = statement(
  'course_module_tags_import',
  `SELECT mt.id, mt.course_module_id, mt.tag_id
   FROM course_modules m
   JOIN course_module_tags mt ON mt.institution_id = m.institution_id AND mt.course_module_id = m.id
   WHERE m.institution_id = $1 AND m.ref = ANY($2::text[])`,
);

const KNOWN_TAGS = statement('tags_known', 'SELECT id FROM tags WHERE institution_id = $1 AND id = ANY($2::uuid[])');

const RELEASE_DEFAULTS = statement(
  'module_versions_import_release_defaults',
  `UPDATE module_versions SET is_default = false, updated_at = $2, revision = DEFAULT
   WHERE institution_id = $1 AND is_default AND (id = ANY($3::uuid[]) OR course_module_id = ANY($4::uuid[]))`,
);

const RELEASE_ITEMS = statement(
  'curriculum_items_import_release_module_versions',
  `UPDATE curriculum_items SET module_version_id = NULL, updated_at = $2
   WHERE institution_id = $1 AND module_version_id = ANY($3::uuid[])`,
);

const TAG = statement(
  'course_module_tags_import_tag',
  `INSERT INTO course_module_tags (institution_id, id, course_module_id, tag_id)
   SELECT $1, u.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS u`,
);

const UNTAG = statement(
  'course_module_tags_import_untag',
  'DELETE FROM course_module_tags WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);
