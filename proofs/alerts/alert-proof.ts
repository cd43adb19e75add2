/** Series of a test of promtool, with values in its notation: `0x10` is 0 eleven times, `0+60x10` grows by 60. */
export type Series = Readonly<Record<string, string>>;

/** How an alert is known to fire when it must, and not otherwise. */
export interface AlertProof {
  /** When the rules are judged: `9m`. */
  readonly at: string;
  /** The time between two values, `1m` if not named. */
  readonly interval?: string;
  readonly fires: Series;
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
  /** At the threshold, or before the time is over. */
  readonly quiet: Series;
  /** When these are judged, if not at the same time. */
  readonly quietAt?: string;
  /**
   * Which alert fires if the metric is not there, or why nobody needs to know. Not named: each process reports it as
   * long as it runs, and LyceumPartDown fires.
   */
  readonly silence?: string;
  /**
   * What makes the metric cross in a running platform: an outage of `proofs/engines/alerts/outages.ts`, a test with
   * the line that shows the metric crossing, or the reason why there is neither.
   */
  readonly fault:
    | { readonly outage: string }
    | { readonly test: string; readonly shows: string }
    | { readonly none: string };
}

export type AlertProofs = Readonly<Record<string, AlertProof>>;

export const QUERIED = 'LyceumMetricMissing';
export const OWN = 'it fires on silence, too: `absent` is part of it';
