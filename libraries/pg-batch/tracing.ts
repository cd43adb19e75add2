import type { Caller } from './caller.ts';
import type { Statement } from './statement.ts';

/** Makes the spans of a trace. How a caller carries its span is up to the implementation. */
export interface Tracing {
  /**
   * Begins a span below the caller's and returns the caller with it; undefined if the caller is not traced.
   * @param statements those that are sent together; null for a transaction, below which there are those of its batches
   */
  begin(caller: Caller, statements: readonly Statement[] | null): Caller | undefined;
  /** Ends the span of a caller that `begin` has returned, when its work has ended, and settles like the work. */
  end<T>(caller: Caller, work: Promise<T>): Promise<T>;
  /** A transaction has got a session. */
  connected(caller: Caller): void;
  /** A batch was sent, with the reads or writes of all these callers. @param statements their number in the batch */
  sent(callers: readonly (Caller | undefined)[], statements: number): void;
}
