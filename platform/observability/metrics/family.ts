/** One measure: what it counts, in its base unit, and what tells its series apart. */
export interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /**
   * Values of a label are known before the first request: names of the contracts, of routes and of parts. Institutions, users, paths and whatever
   * else a client may choose are none, because each value is a series of its own for as long as the process lives, and the next.
   */
  readonly labels: readonly string[];
}
