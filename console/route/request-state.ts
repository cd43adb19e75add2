import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallContext } from '../../platform/core/call-context.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import type { Session } from '../session/session.ts';

/** The console's state of a request. */
interface State {
  /** Who has signed in; null before authentication and for public screens. */
  session: Session | null;
  /** The context that all calls of the request share. Aborted if the browser disconnects before the answer. */
  readonly context: Omit<CallContext, 'actor' | 'token'>;
}

const states = new WeakMap<FastifyRequest, State>();

/** Begins each request's state. Install before all routes. */
export function keepRequestState(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const cancellation = new AbortController();
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) cancellation.abort();
    });
    const deadline = deadlineAfter(REQUEST_MS);
    states.set(request, { session: null, context: { requestId: request.id, deadline, signal: cancellation.signal } });
    done();
  });
}

/** The state of a request that has passed the hook. */
export function stateOf(request: FastifyRequest): State {
  const state = states.get(request);
  if (!state) throw new Error('a request has not passed its first hook');
  return state;
}

const REQUEST_MS = 10_000;
