import { type Call, callerOf, type Router } from '../../platform/calls/caller.ts';
import { ANONYMOUS } from '../../platform/core/actor.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import type { Ids } from '../../platform/core/ids.ts';

export interface AnonymousCallerOptions {
  readonly router: Router;
  readonly ids: Ids;
  readonly requestTimeoutMs: number;
}

/** Calls without an identity, for a request that carries its own proof: a secret. */
export function anonymousCaller({ router, ids, requestTimeoutMs }: AnonymousCallerOptions): Call {
  return callerOf(router, {
    actor: ANONYMOUS,
    requestId: ids.newRequestId(),
    deadline: deadlineAfter(requestTimeoutMs),
  });
}
