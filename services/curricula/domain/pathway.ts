import type { StateOf } from '../../../platform/core/resource.ts';
import type { Pathway } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import type { storedPathwayType } from './pathway-types.ts';

/** A pathway as stored, with the names of its table's columns. Instants are text (see platform/core/instant.ts). */
export interface PathwayState extends StateOf<Pathway, 'type' | 'curriculaVersionId' | 'position'> {
  readonly curriculumVersionId: string;
  readonly position: number;
  readonly type: StoredPathwayType;
}

/** The greatest position that a request may set (decisions 13.3); older records may exceed it. */
export const MAX_POSITION = 1_000_000;

/** In the specification's spelling. */
export type StoredPathwayType = ReturnType<typeof storedPathwayType>;
