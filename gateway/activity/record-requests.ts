import type { FastifyReply, FastifyRequest } from 'fastify';
import { monotonicMs } from '../../platform/core/clock.ts';
import type { Ids } from '../../platform/core/ids.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { Authenticator } from '../admission/authenticator.ts';
import { lengthOf } from '../http/connections.ts';
import type { Problem } from '../problem/problem.ts';
import { problemErrors } from '../problem/problem-errors.ts';
import type { Requester } from './gathered-usage.ts';
import type { RequestRecorder } from './request-recorder.ts';

interface Options {
  readonly recorder: Pick<RequestRecorder, 'note'>;
  readonly authenticator: Pick<Authenticator, 'ownerOf'>;
  readonly ids: Ids;
}

/**
 * Records a request whose answer has ended: those of integrations, and those that name a client id but not its secret. No body, no header but those
 * named here, nothing that a client adds to the query of an operation.
 */
export function recordRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { recorder, authenticator, ids }: Options,
): void {
  const requester = requesterOf(request, reply, authenticator);
  if (!requester) return;
  const { problem, url, headers } = request;
  const durationMs = monotonicMs() - request.begun;
  const { config } = request.routeOptions;
  recorder.note(
    requester,
    {
      id: ids.newId(),
      requestId: request.id,
      time: toInstantText(request.arrivedAt),
      method: request.method,
      route: request.route,
      path: shownPath(declaredQuery(url, config.queryNames), request.route).slice(0, PATH_AT_MOST),
      // Nginx's status for a client that has gone before its answer was sent.
      status: reply.raw.headersSent ? reply.raw.statusCode : CLIENT_GONE,
      ...(problem && problemOf(problem)),
      durationMs: Math.round(durationMs * 10) / 10,
      bytesIn: Math.min(finite(lengthOf(request.raw)), INT32_MAX),
      bytesOut: finite(Number(reply.getHeader('content-length') ?? 0)),
      isReplay: reply.hasHeader('idempotency-replayed'),
      rateLimitRemaining: request.decision?.remaining,
      userAgent: headers['user-agent']?.slice(0, USER_AGENT_AT_MOST),
      clientAddress: request.ip,
    },
    request.identity?.secretHint,
  );
}

function requesterOf(
  { identity, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  authenticator: Options['authenticator'],
): Requester | undefined {
  if (identity) return identity.actor.kind === 'integration' ? identity.actor : undefined;
  // The path of a calendar feed is a secret.
  if (reply.raw.statusCode !== 401 || routeOptions.config.authenticatedBy !== undefined) return undefined;
  return authenticator.ownerOf(headers.authorization);
}

/**
 * A request's path with its query as far as the operation declares it: of other parameters only the name, since a client may have put a secret there.
 * @param names the declared parameters; undefined for a path without an operation
 */
export function declaredQuery(url: string, names: ReadonlySet<string> = new Set()): string {
  const begin = url.indexOf('?');
  if (begin < 0) return url;
  const shown = url
    .slice(begin + 1)
    .split('&')
    .map((pair) => {
      const end = pair.indexOf('=');
      return end < 0 || names.has(pair.slice(0, end)) ? pair : `${pair.slice(0, end)}=…`;
    });
  return `${url.slice(0, begin)}?${shown.join('&')}`;
}

/** A path that matches no route may be a mistyped one with a secret: client secrets and feeds' tokens look alike. */
function shownPath(path: string, route: string | undefined): string {
  return route === undefined ? path.replaceAll(/[A-Za-z0-9_-]{43,}/g, '…') : path;
}

/** A text of PostgreSQL has neither NUL nor half a surrogate pair. */
function problemOf({ code, message, violations }: Problem) {
  const { errors } = problemErrors(violations.slice(0, ERRORS_AT_MOST));
  const detail = message.replaceAll('\0', '\ufffd').toWellFormed();
  return { code, detail, errors: errors && JSON.stringify(errors) };
}

function finite(length: number): number {
  return Number.isFinite(length) ? length : 0;
}

const CLIENT_GONE = 499;
const PATH_AT_MOST = 2_000;
const USER_AGENT_AT_MOST = 200;
/** A record shows the first ones of a body of nothing but errors. */
const ERRORS_AT_MOST = 20;
const INT32_MAX = 2_147_483_647;
