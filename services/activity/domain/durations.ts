/**
 * How many requests lasted how long, in buckets that each end a tenth later than the one before: a percentile of any
 * sum of them is within a tenth. The first ends at a tenth of a millisecond, the last takes everything from a minute
 * on.
 */
export type DurationCounts = readonly number[];

export function countsOf(durationsMs: Iterable<number>): number[] {
  const counts: number[] = [];
  for (const durationMs of durationsMs) {
    const bucket = bucketOf(durationMs);
    while (counts.length <= bucket) counts.push(0);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

/**
 * The duration in milliseconds that the given part of the requests did not exceed; 0 without requests.
 * @param part 0.95 for the 95th percentile
 */
export function percentile(counts: DurationCounts, part: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 0;
  let rest = total * part;
  const bucket = counts.findIndex((count) => {
    rest -= count;
    return rest <= 0;
  });
  // The middle of the bucket, on the scale of its limits.
  return Math.round(LEAST_MS * GROWTH ** (bucket - 0.5) * 100) / 100;
}

function bucketOf(durationMs: number): number {
  if (!(durationMs > LEAST_MS)) return 0;
  return Math.min(LAST, Math.ceil(Math.log(durationMs / LEAST_MS) / Math.log(GROWTH)));
}

const LEAST_MS = 0.1;
const GROWTH = 1.1;
const LAST = Math.ceil(Math.log(60_000 / LEAST_MS) / Math.log(GROWTH));
