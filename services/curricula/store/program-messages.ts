import { messageWriter } from '../../../platform/core/resource.ts';
import type { Curriculum } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { type Program, ProgramSchema } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionSchema } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import type { ProgramState } from '../domain/program.ts';
import type { ProgramVersionState } from '../domain/program-version.ts';

/** The records that a program shows beside its own columns. */
interface Shown {
  /** In order of creation. */
  readonly versions: readonly ProgramVersionState[];
  readonly responsibleUserIds: readonly string[];
  /** In the order in which they were connected. */
  readonly connectedCurricula: readonly Curriculum[];
  readonly cohortsCount: number;
}

export function programMessage(program: ProgramState, shown: Shown): Program {
  const versions = shown.versions.map(programVersionMessage);
  return writeProgram({ ...program, ...shown, versions, versionsCount: versions.length });
}

const writeProgram = messageWriter(ProgramSchema);
export const programVersionMessage = messageWriter(ProgramVersionSchema);
