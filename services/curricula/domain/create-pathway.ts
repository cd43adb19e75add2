import type { CreatePathwayRequest } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { type PathwayState, POSITION_AT_MOST } from './pathway.ts';
import { storedPathwayType } from './pathway-types.ts';

interface Input {
  readonly id: string;
  readonly versionId: string;
  /** The greatest position among the version's pathways; null while it has none. */
  readonly lastPosition: number | null;
  /** How many pathways the version has. */
  readonly pathwaysCount: number;
}

/** The pathway that a request creates (decisions 9.2, 13.3): at the position that it names, or behind the last one. */
export function createPathway(request: CreatePathwayRequest, { id, versionId, ...pathways }: Input): PathwayState {
  return {
    id,
    curriculumVersionId: versionId,
    position: request.position ?? nextPosition(pathways),
    name: request.name,
    type: storedPathwayType(request.type),
    description: request.description ?? null,
  };
}

/** Behind the greatest; where no position is left there, the number of pathways: one at the end of the bound does not end all creation. */
function nextPosition({ lastPosition, pathwaysCount }: Pick<Input, 'lastPosition' | 'pathwaysCount'>): number {
  const next = lastPosition === null ? 0 : lastPosition + 1;
  return next <= POSITION_AT_MOST ? next : pathwaysCount;
}
