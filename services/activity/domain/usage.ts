import type { MessageInitShape } from '@bufbuild/protobuf';
import type { UsageSchema } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type DurationCounts, percentile } from './durations.ts';

/** The requests of an interval with one class of statuses. */
interface Sums {
  /** Instant text. */
  readonly start: string;
  readonly statusClass: number;
  readonly requests: number;
  readonly rateLimited: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

interface Durations {
  readonly start: string;
  readonly durations: DurationCounts;
  readonly lost: number;
}

/** The usage of each interval that has requests, or has lost some. */
export function usageOf(
  sums: readonly Sums[],
  durations: readonly Durations[],
): MessageInitShape<typeof UsageSchema>[] {
  const sumsOf = Map.groupBy(sums, ({ start }) => start);
  return durations.map(({ start, durations: counts, lost }) => {
    const own = sumsOf.get(start) ?? [];
    const total = (of: (each: Sums) => number) => BigInt(own.reduce((sum, each) => sum + of(each), 0));
    const ofClass = (statusClass: number) => total((each) => (each.statusClass === statusClass ? each.requests : 0));
    return {
      start,
      requests: total(({ requests }) => requests),
      success: ofClass(2),
      redirection: ofClass(3),
      clientError: ofClass(4),
      serverError: ofClass(5),
      rateLimited: total(({ rateLimited }) => rateLimited),
      p50Ms: percentile(counts, 0.5),
      p95Ms: percentile(counts, 0.95),
      bytesIn: total(({ bytesIn }) => bytesIn),
      bytesOut: total(({ bytesOut }) => bytesOut),
      lost: BigInt(lost),
    };
  });
}
