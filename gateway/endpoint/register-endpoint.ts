import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Router } from '../../platform/calls/caller.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Cursors } from '../cursor/cursor.ts';
import type { Lanes } from '../overload/lanes.ts';
import type { Overload } from '../overload/overload.ts';
import type { OverloadLimits } from '../overload/overload-limits.ts';
import { problemOf } from '../problem/problems.ts';
import type { WriteAllowance } from '../write-allowance/write-allowance.ts';
import type { Endpoint } from './endpoint.ts';
import { handleDocument } from './handle-document.ts';
import { handleList } from './handle-list.ts';
import { handleRead } from './handle-read.ts';
import { handleWrite } from './handle-write.ts';
import { actorOf } from './request-context.ts';

/** What every endpoint's handling stands on. */
export interface EndpointDeps {
  readonly router: Router;
  readonly clock: Clock;
  readonly cursors: Cursors;
  /** How long a request may take, in milliseconds: the deadline of all its calls. */
  readonly requestTimeoutMs: number;
  readonly overload: Overload;
  /** For what can be large. */
  readonly lanes: Lanes;
  readonly limits: OverloadLimits;
  readonly writes: WriteAllowance;
}

/** Handles a request whose caller is known; answers, or throws a Problem or a Refusal. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Registers an endpoint's route: all that its declaration asks for happens here, nothing in the endpoint. */
export function registerEndpoint(app: FastifyInstance, endpoint: Endpoint, deps: EndpointDeps): void {
  const handle = handlerOf(endpoint, deps);
  const bodyFaultStatus = endpoint.kind === 'write' ? endpoint.bodyFaultStatus : 422;
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) => {
      request.deadline = deadlineAfter(deps.requestTimeoutMs);
      return handle(request, reply).catch((error: unknown) => {
        throw error instanceof Refusal ? problemOf(error, bodyFaultStatus) : error;
      });
    },
  });
}

function handlerOf(endpoint: Endpoint, deps: EndpointDeps): Handler {
  const { largeOf } = endpoint;
  const answer = answererOf(endpoint, deps);
  if (!largeOf) return answer;
  return (request, reply) => {
    const wait = { deadline: request.deadline, signal: request.clientGone };
    const bytesOf = () => Math.max(request.answerBytes, Number(request.headers['content-length'] ?? 0));
    return deps.lanes.run(largeOf, actorOf(request), wait, () => answer(request, reply), bytesOf);
  };
}

function answererOf(endpoint: Endpoint, deps: EndpointDeps): Handler {
  switch (endpoint.kind) {
    case 'read':
      return handleRead(endpoint, deps);
    case 'list':
      return handleList(endpoint, deps);
    case 'document':
      return handleDocument(endpoint, deps);
    case 'write':
      return handleWrite(endpoint, deps);
  }
}
