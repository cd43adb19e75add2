import type { RowOf } from '../../../platform/data/schema/table.ts';
import { columnsBut } from '../../../platform/data/statements/row-statements.ts';
import type {
  CourseModule,
  ModuleConnection,
  ModuleGroup,
  ModuleVersion,
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
  return {
    $typeName: 'lyceum.curricula.v1.CourseModule',
    id: module.id,
    name: module.name,
    code: module.code ?? undefined,
    isArchived: module.isArchived,
    nameTranslations: { ...module.nameTranslations },
    tags: ofModule.map((tag) => ({
      $typeName: 'lyceum.curricula.v1.ModuleTag',
      id: tag.id,
      courseModuleId: module.id,
      tag: {
        $typeName: 'lyceum.curricula.v1.Tag',
        id: tag.tagId,
        name: tag.name,
        color: tag.color ?? undefined,
        icon: tag.icon ?? undefined,
      },
    })),
  };
}

export function moduleVersionMessage(version: ModuleVersionJson): ModuleVersion {
  return {
    $typeName: 'lyceum.curricula.v1.ModuleVersion',
    id: version.id,
    version: version.version,
    name: version.name,
    description: version.description ?? undefined,
    createdAt: instantOfJson(version.createdAt),
    updatedAt: instantOfJson(version.updatedAt),
    requiredAttendancePercentage: version.requiredAttendancePercentage ?? undefined,
    ectsPoints: version.ectsPoints,
    courseModuleId: version.courseModuleId,
    status: version.status,
    timePlanId: version.timePlanId ?? undefined,
    isDefault: version.isDefault,
    capacity: version.capacity ?? undefined,
    color: version.color ?? undefined,
    moduleName: version.moduleName ?? undefined,
    examinationRequirements: version.examinationRequirements.map(({ name, weight }) => ({
      $typeName: 'lyceum.curricula.v1.ExaminationRequirement',
      name,
      weight: weight ?? undefined,
    })),
    unitAmount: version.unitAmount,
    unitName: version.unitName ?? undefined,
    unitMinuteEquivalent: version.unitMinutes ?? undefined,
  };
}

export function connectionMessage(connection: ConnectionJson): ModuleConnection {
  return {
    $typeName: 'lyceum.curricula.v1.ModuleConnection',
    id: connection.id,
    parentModuleVersionId: connection.parentModuleVersionId,
    childModuleVersionId: connection.childModuleVersionId,
    studyPeriodId: connection.studyPeriodId ?? undefined,
  };
}

export function moduleGroupMessage({ id, name, code, color }: ModuleGroupJson): ModuleGroup {
  return {
    $typeName: 'lyceum.curricula.v1.ModuleGroup',
    id,
    name,
    code: code ?? undefined,
    color: color ?? undefined,
  };
}
