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

/** A further version of a program is not the default one, nor the first. */
export const CHANGED_BY_NEW_VERSION: readonly string[] = ['studyProgramVersion', 'versionsCount'];

/** The fields in which two states of a version differ to a reader, but for its cohorts. */
export const versionChanges = changesOf(ProgramVersionSchema);

/** What an import changes of a program; empty where its versions or cohorts change, of which it shows more than the import looks at. */
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

/** What an import changes of a version, which shows its cohorts. */
export function importedVersionChanges(
  { cohortVersionIds }: ProgramPlan,
  { id, before, values }: ProgramPlan['versions'][number],
): string[] {
  const own = before ? versionChanges(before, values) : [];
  return cohortVersionIds.has(id) ? [...own, 'cohorts'] : [...own];
}
