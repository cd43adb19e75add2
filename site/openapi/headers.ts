import type { Components } from './components.ts';

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });
const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** The headers of answers. */
const headers = {
  'X-Request-Id': header(
    'The id of this request: your own if you sent a well-formed one.',
    text,
    '7b0a3f0e-9c57-4d2b-9b0c-2f6f1f4f8f11',
  ),
  'Cache-Control': header(
    'What caches may do. No shared cache may store a response. A client may store a read that has an ETag, and must revalidate it each time.',
    { type: 'string', enum: ['no-store', 'private, no-cache'] },
    'no-store',
  ),
  'X-Content-Type-Options': header(
    'The media type is the one in `Content-Type`.',
    { type: 'string', const: 'nosniff' },
    'nosniff',
  ),
  'RateLimit-Limit': header('The number of requests that the window allows.', count, 1000),
  'RateLimit-Remaining': header('The number of requests left after this one.', count, 999),
  'RateLimit-Reset': header('The seconds until the oldest counted request leaves the window.', count, 60),
  'RateLimit-Policy': header('The number of requests, and the length of the window in seconds.', text, '1000;w=60'),
  ETag: header(
    'The strong entity tag of the representation, for `If-Match` and `If-None-Match`. It does not depend on `fields`.',
    text,
    '"53gq1vCd.n4bQgYhMfWWaL-qgxVrQFa"',
  ),
  'Ignored-Parameters': header(
    'The query parameters of your request that the operation does not know: they had no effect. The first ten names, percent-encoded, at most 64 characters of each, separated by `, `. A name that is close to one of the operation is followed by `: did you mean search?`. Absent if there are none.',
    text,
    'page, q: did you mean search?',
  ),
  'Idempotency-Replayed': header(
    '`true` if this is the stored response to the first request with this Idempotency-Key.',
    { type: 'string', const: 'true' },
    'true',
  ),
  'Retry-After': header('The seconds to wait before you repeat the same request.', { type: 'integer', minimum: 1 }, 1),
  'WWW-Authenticate': header('How to authenticate.', text, 'Basic realm="api", charset="UTF-8"'),
} as const;

type HeaderName = keyof typeof headers;

const OF_EVERY_ANSWER = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'] as const;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const;

/**
 * References to the headers of every answer, and to the named ones; `rate limit` stands for the four that every answer
 * to valid credentials has.
 */
export function headersOf(components: Components, names: readonly (HeaderName | 'rate limit')[]): object {
  const named = names.flatMap<HeaderName>((name) => (name === 'rate limit' ? RATE_LIMIT : [name]));
  const all = [...OF_EVERY_ANSWER, ...named];
  return Object.fromEntries(all.map((name) => [name, components.share('headers', name, headers[name])]));
}
