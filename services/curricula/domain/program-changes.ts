import { changesOf } from '../../../platform/core/changes-of.ts';
import { ProgramSchema } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionSchema } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import type { ProgramPlan } from './plan-program-import.ts';

const ownChanges = changesOf(ProgramSchema, {
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

/**
 * The fields of a program that an import changes; empty if its versions or cohorts change, because the program shows more of them than the import
 * reads.
 */
export function programChanges(
  { connections, responsibleUsers, nestedProgramIds }: ProgramPlan,
  { id, before, values }: ProgramPlan['programs'][number],
): string[] {
  if (!before || nestedProgramIds.has(id)) return [];
  return [
    ...ownChanges(before, values),
    ...(responsibleUsers.ownerIds.has(id) ? ['responsibleUsers'] : []),
    ...(connections.ownerIds.has(id) ? ['connectedCurricula'] : []),
  ];
}

/** The fields of a version that an import changes, including its cohorts. */
export function importedVersionChanges(
  { cohortVersionIds }: ProgramPlan,
  { id, before, values }: ProgramPlan['versions'][number],
): string[] {
  const own = before ? versionChanges(before, values) : [];
  return cohortVersionIds.has(id) ? [...own, 'cohorts'] : [...own];
}
