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
  readonly is_archived: boolean;
  readonly name_translations: Readonly<Record<string, string>> | null;
}

export interface ModuleTagJson {
  readonly id: string;
  readonly course_module_id: string;
  readonly tag_id: string;
  readonly name: string;
  readonly color: string | null;
  readonly icon: string | null;
}

export interface ModuleVersionJson {
  readonly id: string;
  readonly version: string;
  readonly name: string;
  readonly description: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly required_attendance_percentage: number | null;
  readonly ects_points: number;
  readonly course_module_id: string;
  readonly status: string;
  readonly time_plan_id: string | null;
  readonly is_default: boolean;
  readonly capacity: number | null;
  readonly color: string | null;
  readonly module_name: string | null;
  readonly examination_requirements: readonly { readonly name: string; readonly weight: number | null }[];
  readonly unit_amount: number;
  readonly unit_name: string | null;
  readonly unit_minutes: number | null;
}

export interface ConnectionJson {
  readonly id: string;
  readonly parent_module_version_id: string;
  readonly child_module_version_id: string;
  readonly study_period_id: string | null;
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
    isArchived: module.is_archived,
    nameTranslations: { ...module.name_translations },
    tags: tags.map((tag) => ({
      $typeName: 'lyceum.curricula.v1.ModuleTag',
      id: tag.id,
      courseModuleId: module.id,
      tag: {
        $typeName: 'lyceum.curricula.v1.Tag',
        id: tag.tag_id,
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
    createdAt: instantOfJson(version.created_at),
    updatedAt: instantOfJson(version.updated_at),
    requiredAttendancePercentage: version.required_attendance_percentage ?? undefined,
    ectsPoints: version.ects_points,
    courseModuleId: version.course_module_id,
    status: version.status,
    timePlanId: version.time_plan_id ?? undefined,
    isDefault: version.is_default,
    capacity: version.capacity ?? undefined,
    color: version.color ?? undefined,
    moduleName: version.module_name ?? undefined,
    examinationRequirements: version.examination_requirements.map(({ name, weight }) => ({
      $typeName: 'lyceum.curricula.v1.ExaminationRequirement',
      name,
      weight: weight ?? undefined,
    })),
    unitAmount: version.unit_amount,
    unitName: version.unit_name ?? undefined,
    unitMinuteEquivalent: version.unit_minutes ?? undefined,
  };
}

export function connectionMessage(connection: ConnectionJson): ModuleConnection {
  return {
    $typeName: 'lyceum.curricula.v1.ModuleConnection',
    id: connection.id,
    parentModuleVersionId: connection.parent_module_version_id,
    childModuleVersionId: connection.child_module_version_id,
    studyPeriodId: connection.study_period_id ?? undefined,
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
