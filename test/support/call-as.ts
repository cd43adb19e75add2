import { type Call, callerOf, type Router } from '../../platform/calls/caller.ts';
import type { Actor } from '../../platform/core/actor.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { identityOf } from './calls/test-identities.ts';

/** Calls services on behalf of an actor, with a signed identity they accept; each call has its own deadline. */
export function callAs(router: Router, actor: Actor): Call {
  const identity = identityOf(actor);
  return (method, request) => {
    const context = { ...identity, requestId: systemIds.newRequestId(), deadline: deadlineAfter(CALL_MS) };
    return callerOf(router, context)(method, request);
  };
}

const CALL_MS = 60_000;
