import type { Actor } from '../../services/chassis/actor.ts';
import { deadlineAfter } from '../../services/chassis/clock.ts';
import { systemIds } from '../../services/chassis/ids.ts';
import { type Call, callerOf, type Router } from '../../services/chassis/rpc/caller.ts';
import { identityOf } from '../../services/chassis/testing/test-identities.ts';

/** Calls services on behalf of an actor, with an identity that they believe; each call has its own deadline. */
export function callAs(router: Router, actor: Actor): Call {
  const identity = identityOf(actor);
  return (method, request) => {
    const context = { ...identity, requestId: systemIds.newRequestId(), deadline: deadlineAfter(CALL_MS) };
    return callerOf(router, context)(method, request);
  };
}

const CALL_MS = 60_000;
