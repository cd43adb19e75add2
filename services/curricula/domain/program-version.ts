import type { StateOf } from '../../../platform/core/resource.ts';
import type { ProgramVersion } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';

/** A version of a program as stored; its program determines whether it is the default. */
export type ProgramVersionState = StateOf<ProgramVersion>;
