import type { BodySpeed } from '../../platform/process/slow-bodies.ts';

export interface RequestLimits {
  /** The most requests in a minute of one address: of several people, each faster than anybody reads. */
  readonly perAddress: number;
  readonly perSession: number;
  /** By default {@link BODY_SPEED}. */
  readonly bodySpeed?: BodySpeed;
}

export const defaultRequestLimits: RequestLimits = { perAddress: 1_200, perSession: 300 };

/** As at the gateway: whole offices upload faster, even over a slow line. */
export const BODY_SPEED: BodySpeed = { bytesPerSecond: 16 * 1024, graceMs: 10_000 };
