import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Cancellation } from '../../platform/core/call-scope.ts';
import type { Clock } from '../../platform/core/clock.ts';
import type { Logger } from '../../platform/observability/log.ts';
import type { Tracing } from '../../platform/observability/tracing/tracing.ts';
import { PIECE_BYTES, type Sending } from '../answer/sent-pieces.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import type { Identity } from '../auth/known-client.ts';
import { BODY_BOUNDS, SMALL_BODY_BYTES } from '../body/received-body.ts';
import { type Connections, type Exchange, lengthOf } from '../connection/connections.ts';
import type { GatewayCounts } from '../metrics/gateway-counts.ts';
import type { Overload } from '../overload/overload.ts';
import { noSuchFeed, tooManyRequests, unauthorized, writesSpent } from '../problem/admission-problems.ts';
import { Problem } from '../problem/problem.ts';
import { type RateLimitStore, rateLimitHeaders } from '../rate-limit/rate-limit-store.ts';
import type { Decision } from '../rate-limit/window.ts';
import type { WriteAllowance } from '../write-allowance/write-allowance.ts';
import { boundChunks, takeBody } from './bound-bodies.ts';
import { requestLog } from './log-requests.ts';
import { commonHeaders, messageFault } from './message-heads.ts';
import { inPieces } from './send-answers.ts';
import { endTrace, requestTraces } from './trace-requests.ts';
import { watchRoutes } from './unknown-routes.ts';

interface RequestHooksOptions extends Sending {
  readonly connections: Connections;
  readonly counts: GatewayCounts;
  readonly clock: Clock;
  readonly log: Logger;
  readonly logRequests: boolean;
  readonly tracing?: Tracing | undefined;
}

/**
 * The hooks that every request passes, and the release of what it holds when it ends. Synchronous, and in this order; install before all
 * routes.
 */
export function installRequestHooks(app: FastifyInstance, options: RequestHooksOptions): void {
  const { connections, counts, overload } = options;
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
    request.operation = config?.operation ?? request.method;
    request.begun = counts.requests.begin();
    request.cancellation = new Cancellation();
    if (trace) request.span = trace(request);
    // However a request ends, the close of its response comes last, and always comes: sent completely, or with the client disconnected.
    reply.raw.on('close', () => end(request, reply, exchange));
    reply.headers(commonHeaders(request.id));
    done(messageFault(request.raw));
  });

  app.addHook('preParsing', (request, reply, body, done) => {
    if (request.is404) return done(unknownRoute(request));
    const length = lengthOf(request.raw);
    // A body that is certainly too long is rejected unread.
    if (length === 0 || (Number.isFinite(length) && length > BODY_BOUNDS.bytes)) return done(null, body);
    const receive = () => {
      // Send `100 Continue` only when nothing but the body itself can still be rejected.
      connections.sendContinue(exchangeOf(request, reply));
      const isBounded = request.identity !== null && !Number.isFinite(length);
      done(null, isBounded ? boundChunks(overload, request, reply, body) : body);
    };
    if (!request.identity || length <= SMALL_BODY_BYTES) receive();
    else overload.bodyPace.take(request.identity.tenant, Math.min(length, BODY_BOUNDS.bytes), receive);
  });

  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    connections.beforeAnswer(exchangeOf(request, reply));
    // For a client that has disconnected, a stream would fail, and the memory that it reserves would never be released.
    if (!isLarge(payload) || reply.raw.closed) return done(null, payload);
    const sent = inPieces(request, reply, payload, options);
    if (sent instanceof Problem) done(sent);
    else done(null, sent);
  });

  function end(request: FastifyRequest, reply: FastifyReply, exchange: Exchange): void {
    const { raw } = reply;
    connections.end(exchange);
    counts.requests.end(request.method, request.route, raw.headersSent ? raw.statusCode : undefined, request.begun);
    if (request.span) endTrace(request.span, request, reply);
    if (!raw.writableFinished) request.cancellation.abort();
    log?.(request, reply);
    if (request.hasSlot) overload.leave(request.operation);
    if (request.hasShare && request.identity) overload.leaveFor(request.identity.tenant);
  }
}

interface AdmissionOptions {
  readonly overload: Overload;
  readonly authenticator: Authenticator;
  readonly feedAuthenticator: Authenticator;
  readonly rateLimits: RateLimitStore;
  readonly writes: WriteAllowance;
  readonly counts: Pick<GatewayCounts, 'rateLimitRefusals'>;
  readonly clock: Clock;
}

/**
 * What a request below `/api/v4` passes before its route is looked up: a slot among all requests, credentials or a feed's token, its
 * client's share of slots and of memory for bodies, the rate limit, and for a write the day's allowance. For nearly every request all of it
 * is cached, so no promise is awaited.
 */
export function admitRequests(api: FastifyInstance, options: AdmissionOptions): void {
  const { overload, authenticator, feedAuthenticator, rateLimits, clock } = options;
  api.addHook('onRequest', (request, reply, done) => {
    // Before authentication, so that shedding costs next to nothing.
    const shed = overload.enter(request.operation);
    if (shed) {
      done(shed);
      return;
    }
    request.hasSlot = true;
    const isFeed = request.routeOptions.config.provenBy === 'feedToken';
    const proven = isFeed
      ? feedAuthenticator.authenticate((request.params as { readonly token: string }).token)
      : authenticator.authenticate(request.headers.authorization);
    whenKnown(proven, done, (identity) => {
      request.identity = identity;
      // Requests that are shed do not count for the rate limit.
      const refused = identity ? takeShare(overload, request, reply, identity) : isFeed ? noSuchFeed() : unauthorized();
      if (refused || !identity) done(refused);
      else {
        const taken = rateLimits.take(identity.client, clock.now());
        whenKnown(taken, done, (decision) => done(checkLimits(decision, request, reply, options)));
      }
    });
  });
}

function whenKnown<T>(value: T | Promise<T>, fail: (error: Error) => void, next: (value: T) => void): void {
  if (value instanceof Promise) value.then(next, fail);
  else next(value);
}

/** Applies the limits: that of the minute, and for a write that of the day. */
function checkLimits(
  decision: Decision,
  { method, identity }: FastifyRequest,
  reply: FastifyReply,
  { writes, counts, clock }: AdmissionOptions,
): Problem | undefined {
  // A client that has only a feed's URL must not learn from the 404 that it once was valid.
  if (identity?.actor.kind === 'integration') reply.headers(rateLimitHeaders(decision));
  if (!decision.allowed) {
    counts.rateLimitRefusals++;
    return tooManyRequests(decision);
  }
  if (!identity || method === 'GET' || method === 'HEAD') return undefined;
  const seconds = writes.refuse(identity.client, clock.now());
  return seconds === undefined ? undefined : writesSpent(writes.bytesPerDay, seconds);
}

/**
 * Reserves one of the slots of the client and its institution, and memory for the announced body; returns the problem when there is none.
 */
function takeShare(
  overload: Overload,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenant }: Identity,
): Problem | undefined {
  // If the client disconnected during the look-up, `close` has passed and would never free the slot.
  if (reply.raw.closed) return undefined;
  const refused = overload.enterFor(tenant);
  if (refused) return refused;
  request.hasShare = true;
  const bytes = Number(request.headers['content-length'] ?? 0);
  // A body that is too large is rejected unread.
  return bytes > 0 && bytes <= BODY_BOUNDS.bytes ? takeBody(overload, request, reply, bytes) : undefined;
}

function isLarge(payload: unknown): payload is string | Buffer {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > PIECE_BYTES;
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  return { request: request.raw, response: reply.raw };
}
