import type { MessageInitShape } from '@bufbuild/protobuf';
import type { UsageSchema } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { type DurationCounts, percentile } from './durations.ts';

/** The requests of an interval with one class of statuses. */
export interface Sums {
  readonly statusClass: number;
  readonly requests: number;
  readonly rateLimited: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

interface Interval {
  /** Instant text. */
  readonly start: string;
  readonly sums: readonly Sums[];
  readonly durations: DurationCounts;
  readonly lost: number;
}

/**
 * The usage of each interval that has requests, or has lost some; and of all of them together, undefined if there are
 * none.
 */
export function usageOf(intervals: readonly Interval[]) {
  return { usage: intervals.map(usage), total: intervals.length > 0 ? usage(intervals.reduce(together)) : undefined };
}

function usage({ start, sums, durations, lost }: Interval): MessageInitShape<typeof UsageSchema> {
  const total = (of: (each: Sums) => number) => BigInt(sums.reduce((sum, each) => sum + of(each), 0));
  const ofClass = (statusClass: number) => total((each) => (each.statusClass === statusClass ? each.requests : 0));
  return {
    start,
    requests: total(({ requests }) => requests),
    success: ofClass(2),
    redirection: ofClass(3),
    clientError: ofClass(4),
    serverError: ofClass(5),
    rateLimited: total(({ rateLimited }) => rateLimited),
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
    bytesIn: total(({ bytesIn }) => bytesIn),
    bytesOut: total(({ bytesOut }) => bytesOut),
    lost: BigInt(lost),
  };
}

function together(one: Interval, other: Interval): Interval {
  const [long, short] =
    one.durations.length < other.durations.length ? [other.durations, one.durations] : [one.durations, other.durations];
  return {
    start: one.start,
    sums: [...one.sums, ...other.sums],
    durations: long.map((count, bucket) => count + (short[bucket] ?? 0)),
    lost: one.lost + other.lost,
  };
}
