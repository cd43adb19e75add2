import type {
  CourseModule,
  ModuleConnection,
  ModuleVersion,
} from '../../../../proto/gen/lyceum/curricula/v1/module_pb.ts';
import type { LessonUnit } from '../../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { objectOf } from '../../../endpoint/envelope.ts';
import type {
  ItemModuleVersionView,
  ModuleVersionView,
  RequiredModuleVersionView,
} from '../../../schema/module-version.ts';

/** A module version at the other end of a connection (decisions 9.6). */
export function moduleVersionView(version: ModuleVersion): ModuleVersionView {
  return {
    id: version.id,
    version: version.version,
    name: version.name,
    description: version.description ?? null,
    icon: version.icon ?? null,
    iconType: version.iconType ?? null,
    banner: version.banner ?? null,
    createdAt: version.createdAt,
    updatedAt: version.updatedAt,
    requiredAttendancePercentage: version.requiredAttendancePercentage ?? null,
    ectsPoints: version.ectsPoints,
    courseModuleId: version.courseModuleId,
    status: version.status,
    timePlanId: version.timePlanId ?? null,
    isDefault: version.isDefault,
    earlyAssessmentEnabled: version.earlyAssessmentEnabled,
    isCurrentlyElectable: version.isCurrentlyElectable,
    capacity: version.capacity ?? null,
    color: version.color ?? null,
    courseChatFileAttachmentsDefault: version.courseChatFileAttachmentsDefault,
    courseChatReadOnlyDefault: version.courseChatReadOnlyDefault,
    courseFeatureDefaults: objectOf(version.courseFeatureDefaults),
    moduleName: version.moduleName ?? null,
    attemptRules: objectOf(version.attemptRules),
  };
}

/** The same for a version that is required, with a summary of its module. */
export function requiredModuleVersionView(
  version: ModuleVersionView,
  { id, name, code }: CourseModule,
): RequiredModuleVersionView {
  return { ...version, courseModule: { id, name, code: code ?? null } };
}

/** The connections that a module version nests. */
export interface ModuleConnections {
  /** Those in which it is the parent. */
  readonly asParent: readonly ModuleConnection[];
  /** Those in which it is the child. */
  readonly asChild: readonly ModuleConnection[];
  childOf(connection: ModuleConnection): ModuleVersionView;
  parentOf(connection: ModuleConnection): RequiredModuleVersionView;
}

/**
 * A module version as a version's items show it; the unit of its time plan takes precedence over the institution's
 * (decisions 9.8).
 */
export function itemModuleVersionView(
  version: ModuleVersion,
  connections: ModuleConnections,
  defaultUnit: LessonUnit,
): ItemModuleVersionView {
  return {
    examinationRequirements: version.examinationRequirements.map(({ name, weight }) => ({
      name,
      weight: weight ?? null,
    })),
    courseModuleId: version.courseModuleId,
    id: version.id,
    parentConnections: connections.asParent.map((connection) => ({
      ...connectionView(connection),
      childModuleVersion: connections.childOf(connection),
    })),
    childConnections: connections.asChild.map((connection) => ({
      ...connectionView(connection),
      parentModuleVersion: connections.parentOf(connection),
    })),
    name: version.name,
    moduleName: version.moduleName ?? null,
    version: version.version,
    ectsPoints: version.ectsPoints,
    unitAmount: version.unitAmount,
    unitName: version.unitName ?? defaultUnit.name,
    unitMinuteEquivalent: version.unitMinuteEquivalent ?? defaultUnit.minutes,
  };
}

function connectionView({ id, parentModuleVersionId, childModuleVersionId, studyPeriodId }: ModuleConnection) {
  return { id, parentModuleVersionId, childModuleVersionId, studyPeriodId: studyPeriodId ?? null };
}
