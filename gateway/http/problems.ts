import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { traceIdsOf } from '../../platform/core/spans.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { Problem } from '../problem/problem.ts';
import { problemOf } from '../problem/problems.ts';
import { sendProblem } from '../problem/send-problem.ts';
import type { Connections } from './connections.ts';
import { commonHeaders } from './message-heads.ts';

interface ProblemsOptions {
  readonly errorsBaseUrl: () => string;
  readonly log: Logger;
  readonly connections: Connections;
  /** Answers with a page in place of a problem, for people; false leaves the answer to the problem. */
  readonly sendPage: (request: FastifyRequest, reply: FastifyReply, problem: Problem) => boolean;
}

/** Turns everything that fails into a problem, the framework's own errors included; nothing else writes an error. */
export const problems = {
  /** Server options for errors before any route: invalid URLs and HTTP messages. */
  serverOptions({ errorsBaseUrl, connections }: Pick<ProblemsOptions, 'errorsBaseUrl' | 'connections'>) {
    return {
      frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
        reply.headers(commonHeaders(request.id));
        connections.beforeAnswer({ request: request.raw, response: reply.raw });
        return sendProblem(reply, problemOfFramework(error), errorsBaseUrl());
      },
    };
  },

  install(app: FastifyInstance, { errorsBaseUrl, log, sendPage }: Omit<ProblemsOptions, 'connections'>): void {
    app.setErrorHandler((error: unknown, request, reply) => {
      const problem = failureOf(error, request, log);
      // The framework ends the connection whenever a body cannot be parsed. `Connections` decides that instead, as for
      // all early answers, except while the gateway shuts down, when the raw response has its own Connection header.
      if (reply.hasHeader('connection') && !reply.raw.hasHeader('connection')) reply.removeHeader('connection');
      return sendPage(request, reply, problem) ? reply : sendProblem(reply, problem, errorsBaseUrl());
    });
  },
};

/** The problem of a request that has failed; one on our side is logged. */
export function failureOf(error: unknown, request: FastifyRequest, log: Logger): Problem {
  const problem = toProblem(error);
  if (problem.status === 500) {
    const institutionId = request.identity?.actor.institutionId;
    log.error(
      {
        requestId: request.id,
        institutionId,
        method: request.method,
        route: request.route,
        ...(request.span && traceIdsOf(request.span)),
        err: problem.cause ?? problem,
      },
      'request failed',
    );
  }
  return problem;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Refusal) return problemOf(error, 422);
  return problemOfFramework(error as Partial<FastifyError>);
}

function problemOfFramework(error: Partial<FastifyError>): Problem {
  switch (error.statusCode) {
    case 413:
      return new Problem(413, 'bad_request', { detail: 'The body is larger than 256 KiB.' });
    case 414:
      return new Problem(414, 'bad_request', { detail: 'A part of the path is too long.' });
    case 415:
      return new Problem(415, 'bad_request', { detail: 'The body must be application/json.' });
    default: {
      const status = error.statusCode ?? 500;
      if (status >= 400 && status < 500)
        return new Problem(400, 'bad_request', { detail: 'The request is malformed.', cause: error });
      return new Problem(500, 'internal_error', { detail: 'Something went wrong on our side.', cause: error });
    }
  }
}
