/** How a database's sessions are used, and what did not end well: a measure. */
export interface PoolCounts {
  readonly sessions: number;
  /** Of these, those that nobody uses. */
  readonly idle: number;
  readonly sessionsAtMost: number;
  /** Transactions and flights of reads that wait for a session. */
  readonly waiting: number;
  /** Reads that gather for a flight. */
  readonly readsWaiting: number;
  /** Since the start: times that no session could be had. */
  readonly sessionTimeouts: number;
  /** Since the start: statements that took too long. */
  readonly statementTimeouts: number;
  /** Since the start: statements that were to be cancelled because nobody waited for them any more. */
  readonly cancels: number;
}
