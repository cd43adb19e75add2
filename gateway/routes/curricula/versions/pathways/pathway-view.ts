import type { Pathway } from '../../../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { type PathwayView, pathwayTypes } from '../../../../schema/pathway.ts';

/** A pathway as the specification shows it. Stored answers of earlier releases have no position for 0. */
export function pathwayView({ id, position, name, type, curriculaVersionId, description }: Pathway): PathwayView {
  return {
    id,
    position: position ?? 0,
    name,
    type: pathwayTypes.of(type),
    curriculaVersionId,
    description: description ?? null,
  };
}
