import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { failureOf } from '../http/problems.ts';
import type { Problem } from '../problem/problem.ts';
import { SCIM_TYPE } from './scim-answer.ts';

/** Answers failures in SCIM's form (RFC 7644, 3.12). */
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
    detail: detailOf(problem, reply.request.is404),
  };
  return reply
    .code(status)
    .headers({ ...problem.headers, ...challenge })
    .header('content-type', SCIM_TYPE)
    .send(Buffer.from(JSON.stringify(body)));
}

function scimTypeOf({ extensions, violations, cause }: Problem, status: number): object {
  if (typeof extensions.scimType === 'string') return { scimType: extensions.scimType };
  if (status === 409) return TAKEN.has(codeOf(cause)) ? { scimType: 'uniqueness' } : {};
  if (status !== 400) return {};
  return { scimType: violations.length > 0 ? 'invalidValue' : 'invalidSyntax' };
}

/** The refusals of a value that another user has. */
const TAKEN: ReadonlySet<string> = new Set(['USER_EMAIL_TAKEN', 'USER_CODE_TAKEN', 'USER_EXTERNAL_ID_TAKEN']);

function codeOf(cause: unknown): string {
  return cause instanceof Refusal ? cause.code : '';
}

/** The SCIM error type for a problem of the API: by the code of the refusal, else by the status. */
const TEXTS: Readonly<Record<string, string>> = {
  401: 'The bearer token is missing, malformed or wrong, or the directory sync has ended.',
  404: 'There is no such path. There are /Users, /Groups, /Schemas, /ResourceTypes and /ServiceProviderConfig.',
  415: 'The body must be application/scim+json or application/json.',
  USER_EMAIL_TAKEN: 'Another user has this userName.',
  USER_CODE_TAKEN: 'Another user has this employeeNumber.',
};
const ARCHIVED: typeof TEXTS = {
  USER_EMAIL_TAKEN:
    'A user who is archived has this userName. Create a user with it to bring them back, or give them another email in the console, under People.',
  USER_CODE_TAKEN:
    'A user who is archived has this employeeNumber. Take it from them in the console, under People, as their code.',
};

/** The fields of a service's faults as SCIM calls them. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  email: 'userName',
  name: 'displayName',
  firstName: 'name.givenName',
  lastName: 'name.familyName',
  image: 'photos.value',
  code: 'employeeNumber',
};

function detailOf({ status, message, violations, extensions, cause }: Problem, isUnknownPath: boolean): string {
  const faults = violations.map(({ pointer, code, message: fault }) => {
    const field = pointer.split('/').at(-1) ?? '';
    if (field === 'name' && code === 'required') return 'displayName, name.givenName or name.familyName is required';
    return `${ATTRIBUTES[field] ?? field} ${fault}`;
  });
  if (faults.length > 0) return `${faults.join('; ')}.`;
  const own = codeOf(cause) || (status === 404 && !isUnknownPath ? '' : String(status));
  return (extensions.isArchived === true ? ARCHIVED[own] : undefined) ?? TEXTS[own] ?? message;
}
