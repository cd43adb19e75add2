import { LimitState } from '../../../proto/gen/lyceum/activity/v1/integration_usage_pb.ts';

interface Usage {
  /** Requests that were rejected because of the limit, lately. */
  readonly rateLimited: number;
  /** The least that was left of the rate limit, lately; null if that is unknown. */
  readonly leastRemaining: number | null;
}

/** How close an integration has come to its limits: the one rule for the console and for email. */
export function limitStateOf({ rateLimited, leastRemaining }: Usage): LimitState {
  if (rateLimited > 0) return LimitState.OVER;
  return leastRemaining !== null && leastRemaining <= NEAR ? LimitState.NEAR : LimitState.UNSPECIFIED;
}

/** The requests a minute that are left when an integration is near its limit. */
const NEAR = 200;
