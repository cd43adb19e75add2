import { columnsBut, type RowOf } from '../../../libraries/typed-sql/index.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import {
  type CourseModule,
  CourseModuleSchema,
  ExaminationRequirementSchema,
  ModuleConnectionSchema,
  ModuleGroupSchema,
  ModuleTagSchema,
  type ModuleVersion,
  ModuleVersionSchema,
  TagSchema,
} from '../../../proto/gen/lyceum/curricula/v1/module_pb.ts';
import { instantOfJson } from './json-instant.ts';
import {
  courseModules,
  courseModuleTags,
  moduleConnections,
  moduleGroups,
  moduleVersions,
  type tags,
} from './module-tables.ts';

/** Modules and their records as JSON within a row: the columns, and the conversion to messages. */

export const COURSE_MODULE = columnsBut(courseModules, 'institutionId', 'ref', 'createdAt', 'updatedAt', 'revision');
export type CourseModuleJson = Pick<RowOf<typeof courseModules>, (typeof COURSE_MODULE)[number]>;

export const MODULE_TAG = columnsBut(courseModuleTags, 'institutionId', 'revision');
export const TAG = ['name', 'color', 'icon'] as const;
export type ModuleTagJson = Pick<RowOf<typeof courseModuleTags>, (typeof MODULE_TAG)[number]> &
  Pick<RowOf<typeof tags>, (typeof TAG)[number]>;

export const MODULE_VERSION = columnsBut(moduleVersions, 'institutionId', 'ref', 'timePlanItems', 'revision');
export type ModuleVersionJson = Pick<RowOf<typeof moduleVersions>, (typeof MODULE_VERSION)[number]>;

export const CONNECTION = columnsBut(moduleConnections, 'institutionId', 'revision');
export type ConnectionJson = Pick<RowOf<typeof moduleConnections>, (typeof CONNECTION)[number]>;

export const MODULE_GROUP = columnsBut(moduleGroups, 'institutionId', 'ref', 'createdAt', 'updatedAt', 'revision');
export type ModuleGroupJson = Pick<RowOf<typeof moduleGroups>, (typeof MODULE_GROUP)[number]>;

export function courseModuleMessage(module: CourseModuleJson, ofModule: readonly ModuleTagJson[] = []): CourseModule {
  const tags = ofModule.map((tag) => writeModuleTag({ ...tag, tag: writeTag({ ...tag, id: tag.tagId }) }));
  return writeModule({ ...module, nameTranslations: { ...module.nameTranslations }, tags });
}

export function moduleVersionMessage(version: ModuleVersionJson): ModuleVersion {
  return writeVersion({
    ...version,
    createdAt: instantOfJson(version.createdAt),
    updatedAt: instantOfJson(version.updatedAt),
    examinationRequirements: version.examinationRequirements.map(writeRequirement),
    unitMinuteEquivalent: version.unitMinutes,
  });
}

export const connectionMessage = messageWriter(ModuleConnectionSchema);
export const moduleGroupMessage = messageWriter(ModuleGroupSchema);

const writeModule = messageWriter(CourseModuleSchema);
const writeModuleTag = messageWriter(ModuleTagSchema);
const writeTag = messageWriter(TagSchema);
const writeVersion = messageWriter(ModuleVersionSchema);
const writeRequirement = messageWriter(ExaminationRequirementSchema);
