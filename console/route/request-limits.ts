/** The most requests in a minute. */
export interface RequestLimits {
  /** Of one address: of several people, each faster than anybody reads. */
  readonly perAddress: number;
  readonly perSession: number;
}

export const defaultRequestLimits: RequestLimits = { perAddress: 1_200, perSession: 300 };
