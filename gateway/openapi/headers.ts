import type { Components } from './components.ts';

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });
const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** The headers of answers. */
const headers = {
  'X-Request-Id': header(
    'The id of this request: the client’s own where it sent a well-formed one.',
    text,
    '7b0a3f0e-9c57-4d2b-9b0c-2f6f1f4f8f11',
  ),
  'Cache-Control': header(
    'What caches may do: nobody keeps an answer; the client itself keeps a read with an ETag, and asks each time whether it is still the same.',
    { type: 'string', enum: ['no-store', 'private, no-cache'] },
    'no-store',
  ),
  'X-Content-Type-Options': header(
    'The media type is what Content-Type says.',
    { type: 'string', const: 'nosniff' },
    'nosniff',
  ),
  'RateLimit-Limit': header('Requests that the window takes.', count, 1000),
  'RateLimit-Remaining': header('Requests that the window takes after this one.', count, 999),
  'RateLimit-Reset': header('Whole seconds until the oldest counted request leaves the window.', count, 60),
  'RateLimit-Policy': header('Requests and seconds of the window.', text, '1000;w=60'),
  ETag: header(
    'Strong tag of the representation, for If-Match and If-None-Match. It does not depend on `fields`.',
    text,
    '"53gq1vCd.n4bQgYhMfWWaL-qgxVrQFa"',
  ),
  'Idempotency-Replayed': header(
    'Present when the answer to the first request of this Idempotency-Key is given again.',
    { type: 'string', const: 'true' },
    'true',
  ),
  'Retry-After': header('Whole seconds after which to repeat the same request.', { type: 'integer', minimum: 1 }, 1),
  'WWW-Authenticate': header('How to authenticate.', text, 'Basic realm="api", charset="UTF-8"'),
} as const;

type HeaderName = keyof typeof headers;

const OF_EVERY_ANSWER = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'] as const;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const;

/**
 * References to the headers of every answer, and to the named ones; `rate limit` stands for the four that every answer to valid credentials
 * has.
 */
export function headersOf(components: Components, names: readonly (HeaderName | 'rate limit')[]): object {
  const named = names.flatMap<HeaderName>((name) => (name === 'rate limit' ? RATE_LIMIT : [name]));
  const all = [...OF_EVERY_ANSWER, ...named];
  return Object.fromEntries(all.map((name) => [name, components.share('headers', name, headers[name])]));
}
