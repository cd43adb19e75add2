import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Decision, RateLimiter } from '../../libraries/sliding-window/index.ts';
import type { Clock } from '../../platform/core/clock.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { Tracing } from '../../platform/observability/tracing/tracing.ts';
import { endUnlessReceived } from '../../platform/process/slow-bodies.ts';
import type { Admission } from '../admission/admission.ts';
import {
  allowanceSpent,
  institutionMoved,
  noSuchFeed,
  tooManyRequests,
  unauthorized,
} from '../admission/admission-problems.ts';
import type { Authenticator } from '../admission/authenticator.ts';
import type { Identity } from '../admission/known-client.ts';
import type { WriteAllowance } from '../admission/write-allowance.ts';
import type { Problem } from '../problem/problem.ts';
import { countReceived } from './body-bytes.ts';
import { type Connections, type Exchange, lengthOf } from './connections.ts';
import type { GatewayCounts } from './gateway-counts.ts';
import { requestLog } from './log-requests.ts';
import { commonHeaders, messageFault, rateLimitHeaders } from './message-heads.ts';
import { BODY_BOUNDS } from './received-body.ts';
import { originFormOf } from './request-target.ts';
import { PIECE_BYTES, piecesOf, type Sending, sentPieces } from './sent-pieces.ts';
import { endTrace, requestTraces } from './trace-requests.ts';
import { watchRoutes } from './unknown-routes.ts';

interface RequestHooksOptions extends Sending {
  /** Takes each request whose answer has ended. */
  readonly record: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly connections: Connections;
  readonly counts: GatewayCounts;
  readonly clock: Clock;
  readonly log: Logger;
  readonly logRequests: boolean;
  readonly tracing?: Tracing | undefined;
}

/**
 * The hooks that every request passes, and the release of what it holds when it ends. Synchronous, and in this order;
 * install before all routes.
 */
export function installRequestHooks(app: FastifyInstance, options: RequestHooksOptions): void {
  const { connections, counts, clock } = options;
  const trace = requestTraces(options);
  const log = requestLog(options);
  const unknownRoute = watchRoutes(app);

  app.addHook('onRequest', (request, reply, done) => {
    const exchange = exchangeOf(request, reply);
    // Ignore everything after the last request of the connection.
    if (!connections.begin(exchange)) {
      reply.hijack();
      return;
    }
    const { config } = request.routeOptions;
    request.route = config?.template;
    request.begun = counts.requests.begin();
    request.arrivedAt = clock.now();
    request.cancellation = new AbortController();
    countReceived(request);
    if (trace) request.span = trace(request);
    // However a request ends, the close of its response comes last, and always comes: sent completely, or with the
    // client disconnected.
    reply.raw.on('close', () => end(request, reply, exchange));
    reply.headers(commonHeaders(request.id));
    done(messageFault(request.raw));
  });

  app.addHook('preParsing', (request, reply, body, done) => {
    if (request.is404 || lacksParameter(request)) return done(unknownRoute(request));
    // Send `100 Continue` only when nothing but the body itself can still be rejected, which one of a known length that
    // is too large is.
    const length = lengthOf(request.raw);
    if (length <= BODY_BOUNDS.bytes || !Number.isFinite(length)) connections.sendContinue(exchangeOf(request, reply));
    // From now on it holds its institution's part of a service, which then waits for the client.
    const { readBytesPerSecond: bytesPerSecond, readGraceMs: graceMs } = options.limits;
    if (length > 0) endUnlessReceived(request.raw, reply.raw, { bytesPerSecond, graceMs });
    // Without a body its type says nothing (RFC 9110, 8.3): many clients name one in each request.
    else delete request.raw.headers['content-type'];
    done(null, body);
  });

  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    connections.beforeAnswer(exchangeOf(request, reply));
    // For a client that has disconnected, a stream would fail.
    if (!isLarge(payload) || reply.raw.closed) return done(null, payload);
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    done(null, sentPieces(reply, piecesOf(bytes), options));
  });

  function end(request: FastifyRequest, reply: FastifyReply, exchange: Exchange): void {
    const { raw } = reply;
    connections.end(exchange);
    counts.requests.end(request.method, request.route, raw.headersSent ? raw.statusCode : undefined, request.begun);
    if (request.span) endTrace(request.span, request, reply);
    if (!raw.writableFinished) request.cancellation.abort();
    log?.(request, reply);
    options.record(request, reply);
    request.ticket?.leave();
  }
}

interface AdmissionOptions {
  readonly admission: Admission;
  readonly authenticator: Authenticator;
  readonly feedAuthenticator: Authenticator;
  readonly rateLimits: RateLimiter;
  /** Of the rate limit's windows. */
  readonly steadyClock: Clock;
  readonly writes: WriteAllowance;
  readonly tries: WriteAllowance;
  readonly counts: Pick<GatewayCounts, 'rateLimitRefusals'>;
  readonly clock: Clock;
}

/**
 * Installs the checks of every request below `/api/v4`, which come before an unknown route is reported: a place in the
 * gateway, credentials or a feed's token, its institution's share of the places, the rate limit, for a write or a dry
 * run the day's allowance, and its turn at its service. For nearly every request all of it is known at once, so no
 * promise is awaited.
 */
export function admitRequests(api: FastifyInstance, options: AdmissionOptions): void {
  const { admission, authenticator, feedAuthenticator, rateLimits, steadyClock, clock } = options;
  api.addHook('onRequest', (request, reply, done) => {
    // Before authentication, so that shedding costs next to nothing.
    const ticket = admission.arrive();
    if (!ticket) {
      done(admission.shed('requests'));
      return;
    }
    request.ticket = ticket;
    const { authenticatedBy, service, leastAnswerBytes } = request.routeOptions.config;
    const proven =
      authenticatedBy === 'feedToken'
        ? feedAuthenticator.authenticate((request.params as { readonly token: string }).token)
        : authenticator.authenticate(request.headers.authorization);
    onResult(proven, done, (identity) => {
      if (!identity) {
        done(authenticatedBy === 'feedToken' ? noSuchFeed() : unauthorized());
        return;
      }
      request.identity = identity;
      // Requests that are shed here do not count for the rate limit.
      const shed = ticket.countFor(identity.tenant);
      if (shed) {
        done(shed);
        return;
      }
      const taken = rateLimits.take(identity.client, steadyClock.now());
      onResult(taken, done, (decision) => {
        request.decision = decision;
        const refused = checkLimits(decision, request, reply, options);
        if (refused) return done(refused);
        if (identity.movedTo !== undefined) {
          const location = `${identity.movedTo}${originFormOf(request.originalUrl)}`;
          // Calendar programs follow a redirection, and know nothing of 421.
          if (authenticatedBy === 'feedToken') reply.redirect(location, 308);
          else done(institutionMoved(identity.movedTo, location));
          return;
        }
        // A path without a route costs no service anything.
        if (service === undefined) return done();
        const bodyBytes = Math.min(lengthOf(request.raw), BODY_BOUNDS.bytes);
        const cost = admission.costs.of(kindOf(request, identity), bodyBytes, leastAnswerBytes);
        ticket.awaitTurn(service, identity.tenant, cost, done);
      });
    });
  });

  api.addHook('onResponse', (request, reply, done) => {
    const { identity, method, routeOptions, plainBytes } = request;
    const isSuccess = reply.statusCode < 300 && method !== 'HEAD';
    if (identity && isSuccess && routeOptions.config.service !== undefined) {
      const bytes = plainBytes ?? Number(reply.getHeader('content-length') ?? 0);
      admission.costs.note(kindOf(request, identity), bytes, clock.now());
    }
    done();
  });
}

/** Whether a parameter of an operation's path is empty, which makes another path: `/users/` is not `/users/{id}`. */
function lacksParameter({ routeOptions, params }: FastifyRequest): boolean {
  return routeOptions.config.service !== undefined && Object.values(params as object).includes('');
}

/** Requests that cost about the same: those of an institution to one route. HEAD is the work of GET. */
function kindOf({ method, route }: FastifyRequest, { tenant }: Identity): string {
  return `${method === 'HEAD' ? 'GET' : method} ${route} ${tenant.institutionId}`;
}

function onResult<T>(value: T | Promise<T>, fail: (error: Error) => void, next: (value: T) => void): void {
  if (value instanceof Promise) value.then(next, fail);
  else next(value);
}

/** Applies the rate limit of the minute and, for a write, the allowance of the day. */
function checkLimits(
  decision: Decision,
  { method, identity, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { writes, tries, counts, clock }: AdmissionOptions,
): Problem | undefined {
  // A client that has only a feed's URL must not learn from the 404 that it once was valid.
  if (identity?.actor.kind === 'integration') reply.headers(rateLimitHeaders(decision));
  if (!decision.allowed) {
    counts.rateLimitRefusals++;
    return tooManyRequests(decision);
  }
  if (!identity || method === 'GET' || method === 'HEAD') return undefined;
  const allowance = routeOptions.config.isDryRun ? tries : writes;
  const seconds = allowance.refuse(identity.client, clock.now());
  return seconds === undefined ? undefined : allowanceSpent(allowance, seconds);
}

function isLarge(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > PIECE_BYTES;
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  return { request: request.raw, response: reply.raw };
}
