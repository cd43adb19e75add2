import type { StateOf } from '../../../platform/core/resource.ts';
import type { Program } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';

/** Fields of the contract that other records have. */
type Composed = 'versions' | 'responsibleUserIds' | 'connectedCurricula' | 'versionsCount' | 'cohortsCount';

/**
 * A study program as stored. `updatedAt` also advances with changes of its versions. Instants are text (see
 * platform/core/instant.ts).
 */
export interface ProgramState extends StateOf<Program, Composed> {
  readonly defaultVersionId: string;
}
