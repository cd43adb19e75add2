import type { FastifyReply } from 'fastify';
import { isUuid } from '../../platform/core/ids.ts';
import type { Problem } from './problem.ts';
import { problemCodes } from './problem-codes.ts';
import { problemErrors } from './problem-errors.ts';

/**
 * Writes a problem as `application/problem+json` (RFC 9457). It is sent as bytes, because the framework would add a
 * charset to a text, which this media type does not have.
 */
export function sendProblem(reply: FastifyReply, problem: Problem, errorsBaseUrl: string): FastifyReply {
  reply.request.problem = problem;
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(problemJson(problem, reply.request.id, errorsBaseUrl)));
}

/** The JSON body of a problem. */
export function problemJson(problem: Problem, requestId: string, errorsBaseUrl: string): string {
  return JSON.stringify({
    type: `${errorsBaseUrl}/${problem.code}`,
    code: problem.code,
    title: problemCodes[problem.code].title,
    status: problem.status,
    detail: problem.message,
    ...(isUuid(requestId) ? { instance: `urn:uuid:${requestId}` } : {}),
    ...problemErrors(problem.violations),
    ...problem.extensions,
  });
}
