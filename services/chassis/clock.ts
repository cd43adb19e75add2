/** Where the time comes from: the one place that reads the machine's clock. Everything else is given a Clock, or the instant itself. */
export interface Clock {
  /** The current instant, in epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
