import type {
  CourseModule,
  ModuleConnection,
  ModuleGroup,
  ModuleVersion,
} from '../../../proto/gen/lyceum/curricula/v1/module_pb.ts';
import { instantOfJson } from './json-instant.ts';

/** Modules and what belongs to them as JSON within a row; property names are those of the columns. */

export interface CourseModuleJson {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly isArchived: boolean;
  readonly nameTranslations: Readonly<Record<string, string>> | null;
}

export interface ModuleTagJson {
  readonly id: string;
  readonly courseModuleId: string;
  readonly tagId: string;
  readonly name: string;
  readonly color: string | null;
  readonly icon: string | null;
}

export interface ModuleVersionJson {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly requiredAttendancePercentage: number | null;
  readonly ectsPoints: number;
  readonly courseModuleId: string;
  readonly status: string;
  readonly timePlanId: string | null;
  readonly isDefault: boolean;
  readonly capacity: number | null;
  readonly color: string | null;
  readonly moduleName: string | null;
  readonly examinationRequirements: readonly { readonly name: string; readonly weight: number | null }[];
  readonly unitAmount: number;
  readonly unitName: string | null;
  readonly unitMinutes: number | null;
}

export interface ConnectionJson {
  readonly id: string;
  readonly parentModuleVersionId: string;
  readonly childModuleVersionId: string;
  readonly studyPeriodId: string | null;
}

export interface ModuleGroupJson {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly color: string | null;
}

export function courseModuleMessage(module: CourseModuleJson, tags: readonly ModuleTagJson[] = []): CourseModule {
  return {
    $typeName: 'lyceum.curricula.v1.CourseModule',
    id: module.id,
    name: module.name,
    code: module.code ?? undefined,
    isArchived: module.isArchived,
    nameTranslations: { ...module.nameTranslations },
    tags: tags.map((tag) => ({
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
