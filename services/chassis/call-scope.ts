import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallContext } from './call-context.ts';
import { remainingMs } from './clock.ts';

/** How long the result of some work is of use to its caller. */
export type Wait = Pick<CallContext, 'deadline' | 'signal'>;

const scope = new AsyncLocalStorage<Wait | undefined>();

/** Does work for a call, and all that follows from it: what waits below, such as a statement, ends with the call. */
export function withinCall<T>(wait: Wait, work: () => T): T {
  return scope.run(wait, work);
}

/** Does work that others will profit from, too, and that must not end with the call that happens to cause it. */
export function outsideCalls<T>(work: () => T): T {
  return scope.run(undefined, work);
}

/** The call that the work under way is done for; undefined for work of the service's own. */
export function currentWait(): Wait | undefined {
  return scope.getStore();
}

/** Whether all callers have stopped waiting. Undefined among them is work of the service's own, which always wants its result. */
export function areOver(waits: readonly (Wait | undefined)[]): boolean {
  return waits.length > 0 && waits.every((wait) => wait !== undefined && isOver(wait));
}

/** Whether the caller waits no more. */
export function isOver({ deadline, signal }: Wait): boolean {
  return signal?.aborted === true || remainingMs(deadline) <= 0;
}
