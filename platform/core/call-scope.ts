import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallContext } from './call-context.ts';
import { traceIdsOf } from './spans.ts';

/** Until when the caller needs the result of some work, and the span that it belongs to. */
export type CallOptions = Pick<CallContext, 'deadline' | 'signal' | 'span'>;

/** The call that work is done for. */
interface Scope extends CallOptions {
  readonly requestId?: string;
  readonly actor?: { readonly institutionId: string | null };
}

/** The deadline of the service's own work, which no caller's timeout ends. */
export const NO_DEADLINE = Number.POSITIVE_INFINITY;

const scope = new AsyncLocalStorage<Scope | undefined>();

/** Does work for a call. All that the work waits for, such as a statement, ends with the call and is in its trace. */
export function withinCall<T>(callOptions: Scope, work: () => T): T {
  return scope.run(callOptions, work);
}

/**
 * Does work whose result other calls share, so that it must not end with the call that happens to cause it. The call's
 * trace shows it.
 */
export function outsideCalls<T>(work: () => T): T {
  const span = scope.getStore()?.span;
  return scope.run(span && { deadline: NO_DEADLINE, span }, work);
}

/** Starts work that is independent of the current call. */
export function detached<T>(work: () => T): T {
  return scope.run(undefined, work);
}

/** The call that the current work is done for; undefined for the service's own work. */
export function currentCallOptions(): CallOptions | undefined {
  return scope.getStore();
}

/** The institution that the current work is done for; undefined for the service's own work. */
export function currentInstitution(): string | undefined {
  return scope.getStore()?.actor?.institutionId ?? undefined;
}

/** The fields that identify the current call in log lines. */
export function scopeOfLine(): object {
  const current = scope.getStore();
  if (!current) return {};
  const { requestId, actor, span } = current;
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(actor ? { institutionId: actor.institutionId } : {}),
    ...(span && traceIdsOf(span)),
  };
}
