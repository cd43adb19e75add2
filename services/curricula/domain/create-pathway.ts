import type { CreatePathwayRequest } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { refuseField } from '../../chassis/errors/refusal.ts';
import type { PathwayState } from './pathway.ts';
import { storedPathwayType } from './pathway-types.ts';

interface Given {
  readonly id: string;
  readonly versionId: string;
  /** The greatest position among the version's pathways; null while it has none. */
  readonly lastPosition: number | null;
}

/**
 * The pathway that a request creates (decisions 9.2): behind the last one, or at the position that it names. Refuses with REQUEST_INVALID: no
 * position is left behind the greatest there is.
 */
export function createPathway(request: CreatePathwayRequest, { id, versionId, lastPosition }: Given): PathwayState {
  const position = request.position ?? (lastPosition === null ? 0 : lastPosition + 1);
  if (position > POSITION_AT_MOST)
    refuseField('/position', 'required', 'the last pathway has the greatest position there is: name one');
  return {
    id,
    curriculum_version_id: versionId,
    position,
    name: request.name,
    type: storedPathwayType(request.type),
    description: request.description ?? null,
  };
}

/** Decisions 1.8. */
const POSITION_AT_MOST = 2 ** 31 - 1;
