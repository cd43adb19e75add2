import { enumTexts } from '../../../platform/core/enum-texts.ts';
import { PathwayType } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';

/** A message's type as stored. */
export const storedPathwayType = enumTexts(PathwayType).of;
