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

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'] as const;

/** References to headers by name; `rate limit` stands for the four that every answer to valid credentials has. */
export function headersOf(components: Components, names: readonly (HeaderName | 'rate limit')[]): object {
  const all = names.flatMap<HeaderName>((name) => (name === 'rate limit' ? RATE_LIMIT : [name]));
  return Object.fromEntries(all.map((name) => [name, components.share('headers', name, headers[name])]));
}
