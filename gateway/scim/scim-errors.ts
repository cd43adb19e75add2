import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from '../../platform/observability/log.ts';
import { failureOf } from '../http/problems.ts';
import type { Problem } from '../problem/problem.ts';
import { SCIM_TYPE } from './scim-answer.ts';

/** Answers what fails in SCIM's form (RFC 7644, 3.12). */
export function scimErrors(app: FastifyInstance, { log }: { readonly log: Logger }): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const problem = failureOf(error, request, log);
    if (reply.hasHeader('connection') && !reply.raw.hasHeader('connection')) reply.removeHeader('connection');
    return sendFault(reply, problem);
  });
}

function sendFault(reply: FastifyReply, problem: Problem): FastifyReply {
  reply.request.problem = problem;
  // A body that does not fit a service's rules has no status of its own in SCIM.
  const status = problem.status === 422 ? 400 : problem.status;
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer realm="scim"' } : {};
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...scimTypeOf(problem, status),
    detail: detailOf(problem),
  };
  return reply
    .code(status)
    .headers({ ...problem.headers, ...challenge })
    .header('content-type', SCIM_TYPE)
    .send(Buffer.from(JSON.stringify(body)));
}

function scimTypeOf({ extensions, violations }: Problem, status: number): object {
  if (typeof extensions.scimType === 'string') return { scimType: extensions.scimType };
  if (status === 409) return { scimType: 'uniqueness' };
  if (status !== 400) return {};
  return { scimType: violations.length > 0 ? 'invalidValue' : 'invalidSyntax' };
}

/** The fields of a service's faults as SCIM calls them. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  email: 'userName',
  firstName: 'name.givenName',
  lastName: 'name.familyName',
  image: 'photos.value',
  code: 'employeeNumber',
};

function detailOf({ message, violations }: Problem): string {
  const faults = violations.map(({ pointer, message: fault }) => {
    const field = pointer.split('/').at(-1) ?? '';
    return `${ATTRIBUTES[field] ?? field} ${fault}`;
  });
  return faults.length === 0 ? message : `${faults.join('; ')}.`;
}
