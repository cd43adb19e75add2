import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Clock } from '../../platform/core/clock.ts';
import { clientOf } from '../endpoint/request-context.ts';
import type { GatewayCounts } from '../metrics/gateway-counts.ts';
import { Problem } from '../problem/problem.ts';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.ts';
import type { Decision, RateLimitStore } from '../rate-limit/rate-limit-store.ts';

/** Counts every request with valid credentials, and refuses those beyond the limit (spec: Limits; decisions 6). */
export function limitRate({
  rateLimits,
  clock,
  counts,
}: {
  readonly rateLimits: RateLimitStore;
  readonly clock: Clock;
  readonly counts: Pick<GatewayCounts, 'rateLimitRefusals'>;
}) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const settle = (decision: Decision): void => {
      reply.headers(rateLimitHeaders(decision));
      if (!decision.allowed) counts.rateLimitRefusals++;
      done(decision.allowed ? undefined : tooMany(decision));
    };
    const decision = rateLimits.take(clientOf(request), clock.now());
    if (decision instanceof Promise) decision.then(settle, done);
    else settle(decision);
  };
}

function tooMany({ limit, windowSeconds, retryAfterSeconds }: Decision): Problem {
  return new Problem(429, 'rate_limit_exceeded', {
    detail: `More than ${limit} requests within ${windowSeconds} seconds. Repeat the request after the time that Retry-After gives.`,
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
