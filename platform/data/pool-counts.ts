import type { Resource } from './pg-failure.ts';

/** How commands that only write were committed, since the start; exported as metrics. */
export interface WriteCounts {
  /** Transactions shared by several commands. */
  readonly sharedTransactions: number;
  /** Commands committed in shared transactions. */
  readonly sharedCommands: number;
  /** Commands that were sent again because another command of their transaction failed. */
  readonly repeatedCommands: number;
}

/** The use of a database's sessions, and what failed; exported as metrics. */
export interface PoolCounts extends WriteCounts {
  readonly sessions: number;
  /** Those of them that are idle. */
  readonly idle: number;
  readonly sessionsAtMost: number;
  /** Transactions and batches of reads that wait for a session, and writes that wait for a batch. */
  readonly waiting: number;
  /** Callers of reads that wait for a batch. */
  readonly readsWaiting: number;
  /** Since the start: work that was rejected because too much waited. */
  readonly refused: number;
  /** Since the start: timeouts while waiting for a session. */
  readonly sessionTimeouts: number;
  /** Since the start: statements that timed out. */
  readonly statementTimeouts: number;
  /** Since the start: requests to cancel a statement that no caller waited for any more. */
  readonly cancels: number;
  /** Since the start: failures because the server had run out of a resource. */
  readonly shortages: Readonly<Record<Resource, number>>;
}
