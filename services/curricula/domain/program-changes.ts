import { changesOf } from '../../../platform/core/changes-of.ts';
import { ProgramSchema } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionSchema } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';

/** The fields that differ between two states of a program, without its lists and nested records. */
export const programChanges = changesOf(ProgramSchema, {
  versions: {},
  responsibleUserIds: {},
  connectedCurricula: {},
  versionsCount: {},
  cohortsCount: {},
});

/** The fields of a program that a new version changes. The new version is neither the default nor the first one. */
export const CHANGED_BY_NEW_VERSION: readonly string[] = ['studyProgramVersion', 'versionsCount'];

/** The fields that differ between two states of a version as the API shows it, except its cohorts. */
export const versionChanges = changesOf(ProgramVersionSchema);

/** The same for rows of versions: the program knows which is the default. */
export const importedVersionChanges = changesOf(ProgramVersionSchema, { isDefault: {} });
