import { median } from '../quantile.ts';

/** A measurement: time in seconds, and value. */
export interface Point {
  readonly atSeconds: number;
  readonly value: number;
}

/**
 * The growth from the first point to the last, by the median of the slopes between all pairs of points (Theil and Sen):
 * a single outlier does not change it.
 */
export function growthOf(points: readonly Point[]): number {
  const slopes = points.flatMap((later, index) =>
    points.slice(0, index).map((earlier) => (later.value - earlier.value) / (later.atSeconds - earlier.atSeconds)),
  );
  return (slopes.length === 0 ? 0 : median(slopes)) * ((points.at(-1)?.atSeconds ?? 0) - (points[0]?.atSeconds ?? 0));
}
