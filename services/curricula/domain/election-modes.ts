import { ElectionMode } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';

/** An election mode as stored, in the specification's spelling. */
export type StoredElectionMode = keyof typeof MODES;

const MODES = {
  ELECT_WHENEVER: ElectionMode.ELECT_WHENEVER,
  ELECT_BEFORE_TERM: ElectionMode.ELECT_BEFORE_TERM,
  ELECT_AFTER_TERM: ElectionMode.ELECT_AFTER_TERM,
} as const;

/** A stored mode as a message. */
export function electionModeMessage(mode: StoredElectionMode): ElectionMode {
  return MODES[mode];
}
