import { present } from '../../../../../platform/core/present.ts';
import { type Pathway, PathwayType } from '../../../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import type { PathwayView } from '../../../../schema/pathway.ts';

const types = new Map<PathwayType, PathwayView['type']>([
  [PathwayType.FIXED, 'FIXED'],
  [PathwayType.SELECTABLE_FOCUS, 'SELECTABLE_FOCUS'],
]);

/** A pathway as the specification shows it. */
export function pathwayView({ id, position, name, type, curriculaVersionId, description }: Pathway): PathwayView {
  return {
    id,
    position,
    name,
    type: present(types.get(type), 'pathway type'),
    curriculaVersionId,
    description: description ?? null,
  };
}
