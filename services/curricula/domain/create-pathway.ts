import { givenFields } from '../../../platform/core/resource.ts';
import { type Pathway, PathwaySchema } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { MAX_POSITION, type PathwayState } from './pathway.ts';
import { storedPathwayType } from './pathway-types.ts';

interface Input {
  readonly id: string;
  readonly versionId: string;
  /** The greatest position among the version's pathways; null without pathways. */
  readonly lastPosition: number | null;
  /** How many pathways the version has. */
  readonly pathwaysCount: number;
}

/** The pathway that a request creates (decisions 9.2, 13.3): at the requested position, or after the last one. */
export function createPathway(pathway: Pathway | undefined, { id, versionId, ...pathways }: Input): PathwayState {
  const { position, type, ...given } = givenFields(PathwaySchema, pathway);
  return {
    ...given,
    id,
    curriculumVersionId: versionId,
    position: position ?? nextPosition(pathways),
    type: storedPathwayType(type),
  };
}

/**
 * One after the greatest position. If that exceeds the bound, the number of pathways, so that a pathway at the bound
 * does not block creation.
 */
function nextPosition({ lastPosition, pathwaysCount }: Pick<Input, 'lastPosition' | 'pathwaysCount'>): number {
  const next = lastPosition === null ? 0 : lastPosition + 1;
  return next <= MAX_POSITION ? next : pathwaysCount;
}
