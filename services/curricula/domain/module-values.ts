import type {
  CourseModuleRecord,
  ExaminationRequirementRecord,
  ModuleVersionRecord,
  TimePlanItemRecord,
} from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { unitAmount } from './unit-amount.ts';

/** The values of modules and their versions in a bundle, by column name. */

/** Names by language. */
export type Translations = Readonly<Record<string, string>>;

export interface CourseModuleValues {
  readonly ref: string;
  readonly name: string;
  readonly code: string | null;
  readonly isArchived: boolean;
  readonly nameTranslations: Translations | null;
}

export interface ExaminationRequirement {
  readonly name: string;
  readonly weight: number | null;
}

export interface TimePlanItem {
  readonly name: string;
  readonly units: number;
  readonly requiresAppointments: boolean;
}

export interface ModuleVersionValues {
  readonly ref: string;
  readonly courseModuleId: string;
  readonly version: string;
  readonly name: string;
  readonly ectsPoints: number;
  readonly status: string;
  readonly isDefault: boolean;
  readonly description: string | null;
  readonly capacity: number | null;
  readonly color: string | null;
  readonly moduleName: string | null;
  readonly requiredAttendancePercentage: number | null;
  readonly examinationRequirements: readonly ExaminationRequirement[];
  readonly timePlanId: string | null;
  readonly unitName: string | null;
  readonly unitMinutes: number | null;
  readonly timePlanItems: readonly TimePlanItem[] | null;
  readonly unitAmount: number;
}

export function courseModuleValues(record: CourseModuleRecord): CourseModuleValues {
  const { ref, name, code, isArchived, nameTranslations } = record;
  const translations = Object.entries(nameTranslations).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ref,
    name,
    code: code ?? null,
    isArchived,
    nameTranslations: translations.length === 0 ? null : Object.fromEntries(translations),
  };
}

/** @param planId the id of the version's time plan, if it has one */
export function moduleVersionValues(
  record: ModuleVersionRecord,
  moduleId: string,
  planId: () => string,
): ModuleVersionValues {
  const { timePlan } = record;
  return {
    ref: record.ref,
    courseModuleId: moduleId,
    version: record.version,
    name: record.name,
    ectsPoints: record.ectsPoints,
    status: record.status ?? 'ACTIVE',
    isDefault: record.isDefault,
    description: record.description ?? null,
    capacity: record.capacity ?? null,
    color: record.color ?? null,
    moduleName: record.moduleName ?? null,
    requiredAttendancePercentage: record.requiredAttendancePercentage ?? null,
    examinationRequirements: record.examinationRequirements.map(examinationRequirement),
    timePlanId: timePlan ? planId() : null,
    unitName: timePlan?.unitName ?? null,
    unitMinutes: timePlan?.unitMinutes ?? null,
    timePlanItems: timePlan ? timePlan.items.map(timePlanItem) : null,
    unitAmount: unitAmount(timePlan?.items ?? []),
  };
}

function examinationRequirement({ name, weight }: ExaminationRequirementRecord): ExaminationRequirement {
  return { name, weight: weight === undefined ? null : unsignedZero(weight) };
}

function timePlanItem({ name, units, requiresAppointments }: TimePlanItemRecord): TimePlanItem {
  return { name, units: unsignedZero(units), requiresAppointments };
}

/** JSON writes negative zero as zero, which would compare as a change. */
function unsignedZero(value: number): number {
  return value + 0;
}
