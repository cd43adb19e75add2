import { changedAt } from '../../../platform/core/instant.ts';
import { patched } from '../../../platform/core/resource.ts';
import {
  ProgramVersionSchema,
  type UpdateProgramVersionRequest,
} from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import type { ProgramVersionState } from './program-version.ts';

interface Input {
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
}

/**
 * Applies a PATCH of a version (decisions 9.5). One that changes nothing returns the version itself, including its
 * revision.
 */
export function renameProgramVersion(
  version: ProgramVersionState,
  request: Pick<UpdateProgramVersionRequest, 'version' | 'updateMask'>,
  { revision, now }: Input,
): ProgramVersionState {
  const next = patched(ProgramVersionSchema, version, request.version, request.updateMask);
  return next.name === version.name ? version : { ...next, revision, updatedAt: changedAt(version.updatedAt, now) };
}
