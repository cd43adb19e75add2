import { toInstantText } from '../../../platform/core/instant.ts';
import { givenFields } from '../../../platform/core/resource.ts';
import {
  type ProgramVersion,
  ProgramVersionSchema,
} from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import type { ProgramVersionState } from './program-version.ts';

interface Input {
  readonly id: string;
  readonly programId: string;
  readonly revision: string;
  /** In epoch milliseconds. */
  readonly now: number;
}

/** A new version of a program, which keeps its default version (decisions 9.3). */
export function createProgramVersion(
  version: ProgramVersion | undefined,
  { id, programId, revision, now }: Input,
): ProgramVersionState {
  const at = toInstantText(now);
  const given = givenFields(ProgramVersionSchema, version);
  return {
    ...given,
    id,
    studyProgramId: programId,
    isDefault: false,
    statisticData: null,
    revision,
    createdAt: at,
    updatedAt: at,
  };
}
