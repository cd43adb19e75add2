/** Series of a test of promtool, with values in its notation: `0x10` is 0 eleven times, `0+60x10` grows by 60. */
export interface Metered {
  /** When the rules are judged: `9m`. */
  readonly at: string;
  /** The time between two values, `1m` if not named. */
  readonly interval?: string;
  readonly series: Readonly<Record<string, string>>;
}

/** How an alert is known to fire when it must, and not otherwise. */
export interface AlertProof {
  /** Which alert fires if the metric is not there, or why nobody needs to know. */
  readonly silence: string;
  readonly fires: Metered & {
    readonly labels: Readonly<Record<string, string>>;
    readonly summary: string;
  };
  /** At the threshold, or before the time is over. */
  readonly quiet: Metered;
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

/** The reasons for no alert beside one on a metric that each process always reports. */
export const ALWAYS = 'each process reports it as long as it runs: LyceumPartDown';
export const QUERIED = 'LyceumMetricMissing';
