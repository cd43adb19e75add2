import type {
  CourseModuleRecord,
  ExaminationRequirementRecord,
  ModuleVersionRecord,
  TimePlanItemRecord,
} from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { unitAmount } from './unit-amount.ts';

/**
 * What a bundle says of modules and their versions, by the names of the columns that keep it. What is kept as JSON is its text, written in one
 * way only, so that equal values are equal texts.
 */

export interface CourseModuleValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly is_archived: boolean;
  readonly name_translations: string | null;
}

export interface ModuleVersionValues {
  readonly ref: string;
  readonly course_module_id: string;
  readonly version: string;
  readonly name: string;
  readonly ects_points: number;
  readonly status: string;
  readonly is_default: boolean;
  readonly description: string | null;
  readonly capacity: number | null;
  readonly color: string | null;
  readonly module_name: string | null;
  readonly required_attendance_percentage: number | null;
  readonly examination_requirements: string;
  readonly time_plan_id: string | null;
  readonly unit_name: string | null;
  readonly unit_minutes: number | null;
  readonly time_plan_items: string | null;
  readonly unit_amount: number;
}

export function courseModuleValues(record: CourseModuleRecord): CourseModuleValues {
  const { ref, name, code, isArchived, nameTranslations } = record;
  const translations = Object.entries(nameTranslations).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ref,
    name,
    code: code ?? null,
    is_archived: isArchived,
    name_translations: translations.length === 0 ? null : JSON.stringify(Object.fromEntries(translations)),
  };
}

/** @param planId the id of the version's time plan, when it has one */
export function moduleVersionValues(
  record: ModuleVersionRecord,
  moduleId: string,
  planId: () => string,
): ModuleVersionValues {
  const { timePlan } = record;
  return {
    ref: record.ref,
    course_module_id: moduleId,
    version: record.version,
    name: record.name,
    ects_points: record.ectsPoints,
    status: record.status ?? 'ACTIVE',
    is_default: record.isDefault,
    description: record.description ?? null,
    capacity: record.capacity ?? null,
    color: record.color ?? null,
    module_name: record.moduleName ?? null,
    required_attendance_percentage: record.requiredAttendancePercentage ?? null,
    examination_requirements: JSON.stringify(record.examinationRequirements.map(examinationRequirement)),
    time_plan_id: timePlan ? planId() : null,
    unit_name: timePlan?.unitName ?? null,
    unit_minutes: timePlan?.unitMinutes ?? null,
    time_plan_items: timePlan ? JSON.stringify(timePlan.items.map(timePlanItem)) : null,
    unit_amount: unitAmount(timePlan?.items ?? []),
  };
}

function examinationRequirement({ name, weight }: ExaminationRequirementRecord) {
  return { name, weight: weight ?? null };
}

function timePlanItem({ name, units, requiresAppointments }: TimePlanItemRecord) {
  return { name, units, requiresAppointments };
}
