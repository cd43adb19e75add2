import { enumTexts } from '../../../platform/core/enum-texts.ts';
import { ElectionMode } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';

/** A message's election mode as stored. */
export const storedElectionMode = enumTexts(ElectionMode).of;

/** In the specification's spelling. */
export type StoredElectionMode = ReturnType<typeof storedElectionMode>;
