export { type AdvisoryLock, LOCK_SILENCE_MS } from './advisory-lock.ts';
export type { Caller } from './caller.ts';
export { openClient, openPool, withClient } from './connections.ts';
export { Database, type DatabaseOptions } from './database.ts';
export { BegunTooLate, type FailureKind, failureKind, Rejection } from './failure.ts';
export { leadingRead } from './leading-read.ts';
export type {
  BindableStatement,
  Parameter,
  Prepared,
  PreparedPointRead,
  PreparedRead,
  Statement,
  Value,
} from './statement.ts';
export type { Tracing } from './tracing.ts';
export type { TransactionOptions } from './transaction.ts';
export type { Reader, Tx } from './tx.ts';
export { bind } from './values.ts';
