import { PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import type { StoredPathwayType } from './pathway.ts';

/** A message's type as stored. */
export function storedPathwayType(type: PathwayType): StoredPathwayType {
  return type === PathwayType.FIXED ? 'FIXED' : 'SELECTABLE_FOCUS';
}

/** The inverse. */
export function pathwayTypeMessage(type: StoredPathwayType): PathwayType {
  return type === 'FIXED' ? PathwayType.FIXED : PathwayType.SELECTABLE_FOCUS;
}
