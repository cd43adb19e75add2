import { present } from '../../../../../platform/core/present.ts';
import type { Pathway } from '../../../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { type PathwayView, pathwayTypes } from '../../../../schema/pathway.ts';

/** A pathway as the specification shows it. */
export function pathwayView({ id, position, name, type, curriculaVersionId, description }: Pathway): PathwayView {
  return {
    id,
    position: present(position, 'position'),
    name,
    type: pathwayTypes.of(type),
    curriculaVersionId,
    description: description ?? null,
  };
}
