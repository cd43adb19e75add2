/** The machine's clock, in epoch milliseconds: deadlines are its instants, whatever time a program works with. */
export function now(): number {
  return Date.now();
}

/** Milliseconds of a monotonic clock with an arbitrary origin. */
export function monotonicMs(): number {
  return performance.now();
}
