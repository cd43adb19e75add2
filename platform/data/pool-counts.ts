import type { Resource } from './pg-failure.ts';

/** How commands that only write were committed, since the start: a measure. */
export interface WriteCounts {
  /** Transactions that several commands shared. */
  readonly sharedTransactions: number;
  /** The commands that were committed in them. */
  readonly sharedCommands: number;
  /** Commands that were sent again because another of their transaction failed. */
  readonly repeatedCommands: number;
}

/** How a database's sessions are used, and what did not end well: a measure. */
export interface PoolCounts extends WriteCounts {
  readonly sessions: number;
  /** Of these, those that nobody uses. */
  readonly idle: number;
  readonly sessionsAtMost: number;
  /** Transactions and batches of reads that wait for a session, and writes that gather for a batch. */
  readonly waiting: number;
  /** Callers of reads that gather for a batch. */
  readonly readsWaiting: number;
  /** Since the start: work that was refused because too much waited. */
  readonly refused: number;
  /** Since the start: times that no session could be had. */
  readonly sessionTimeouts: number;
  /** Since the start: statements that took too long. */
  readonly statementTimeouts: number;
  /** Since the start: statements that were to be cancelled because nobody waited for them any more. */
  readonly cancels: number;
  /** Since the start: what failed because the server had run out of something. */
  readonly shortages: Readonly<Record<Resource, number>>;
}
