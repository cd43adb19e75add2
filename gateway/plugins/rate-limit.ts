import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../services/chassis/clock.ts';
import { actorOf } from '../endpoint/request-context.ts';
import { Problem } from '../problem/problem.ts';
import { rateLimitHeaders } from '../rate-limit/rate-limit-headers.ts';
import type { RateLimitStore } from '../rate-limit/rate-limit-store.ts';

/** Counts every request with valid credentials, and refuses those beyond the limit (spec: Limits; decisions 6). */
export function limitRate({ rateLimits, clock }: { readonly rateLimits: RateLimitStore; readonly clock: Clock }) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { institutionId, integrationId } = actorOf(request);
    const decision = await rateLimits.take(`${institutionId}/${integrationId}`, clock.now());
    reply.headers(rateLimitHeaders(decision));
    if (decision.allowed) return;
    throw new Problem(429, 'rate_limit_exceeded', {
      detail: `More than ${decision.limit} requests within a minute. Repeat the request after the time that Retry-After gives.`,
      headers: { 'retry-after': String(decision.retryAfterSeconds) },
    });
  };
}
