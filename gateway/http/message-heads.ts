import type { IncomingMessage } from 'node:http';
import type { Decision } from '../../libraries/sliding-window/index.ts';
import { Problem } from '../problem/problem.ts';

/**
 * Headers of every answer. No cache may store one: answers hold personal data, and problems describe the moment.
 * Answers that may be cached set their own Cache-Control.
 */
export function commonHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
}

/**
 * The RateLimit headers of every answer to a request with valid credentials (decisions 6). Retry-After belongs to the
 * 429 itself.
 */
export function rateLimitHeaders(decision: Decision): Record<string, string> {
  return {
    'ratelimit-limit': String(decision.limit),
    'ratelimit-remaining': String(decision.remaining),
    'ratelimit-reset': String(decision.resetSeconds),
    'ratelimit-policy': `${decision.limit};w=${decision.windowSeconds}`,
  };
}

/** The problem of a request whose head the parser accepts although it is invalid; undefined for a valid one. */
export function messageFault(request: IncomingMessage): Problem | undefined {
  const detail = faultOf(request);
  return detail === undefined ? undefined : new Problem(400, 'bad_request', { detail });
}

function faultOf(request: IncomingMessage): string | undefined {
  if (request.httpVersionMajor !== 1) return 'The version of HTTP must be 1.1 or 1.0.';
  const repeated = SINGLE_HEADERS.find((name) => isRepeated(name, request));
  if (repeated !== undefined) return `The header ${repeated} must not be repeated.`;
  if (request.headers.host === undefined && request.httpVersion === '1.1') return 'The header Host is required.';
  return undefined;
}

/**
 * The headers that the gateway reads and that have one value (RFC 9110, 5.3). Of some, Node exposes only the first
 * line; it joins the lines of others. Node itself rejects a second Content-Length.
 */
const SINGLE_HEADERS = ['Host', 'Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'];

function isRepeated(header: string, { rawHeaders }: IncomingMessage): boolean {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // Compare the length first: it avoids lower-casing nearly all names.
    if (name.length === header.length && name.toLowerCase() === header.toLowerCase()) lines++;
  }
  return lines > 1;
}

/**
 * The weights of media ranges or codings by name (RFC 9110, 12.4.2). Malformed members are ignored; parameters other
 * than `q` make no difference.
 */
export function weightsIn(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of header.toLowerCase().split(',')) {
    const [range = '', ...parameters] = member.split(';').map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (WEIGHT.test(q)) weights.set(range, Math.max(weights.get(range) ?? 0, Number(q)));
  }
  return weights;
}

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
