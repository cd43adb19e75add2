import type { ProblemCode } from '../problem/problem.ts';
import { problemCodes } from '../problem/problem-codes.ts';

/** The codes that a status can bear in an operation (spec: Errors), the likeliest first. */
const CODES: Readonly<Record<number, readonly ProblemCode[]>> = {
  400: ['bad_request'],
  401: ['unauthorized'],
  403: ['forbidden'],
  404: ['resource_not_found'],
  409: ['conflict'],
  412: ['precondition_failed'],
  413: ['bad_request'],
  415: ['bad_request'],
  422: ['validation_failed'],
  428: ['precondition_required'],
  429: ['rate_limit_exceeded'],
  500: ['internal_error'],
  503: ['internal_error'],
};

const RETRY_AFTER = {
  description: 'Whole seconds after which the same request may be repeated.',
  schema: { type: 'integer', minimum: 1 },
};
const AUTHENTICATE = {
  description: 'The scheme to authenticate with.',
  schema: { type: 'string' },
  example: 'Basic realm="api", charset="UTF-8"',
};

interface Options {
  /** A list's 400 may be `invalid_cursor`. */
  readonly cursor: boolean;
  /** A keyed write's 422 may be `idempotency_key_reused`. */
  readonly keyed: boolean;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The response of an error status, with an example of each code that it can bear. */
export function problemResponse(status: number, { cursor, keyed, headers }: Options): object {
  const codes = [...(CODES[status] ?? [])];
  if (status === 400 && cursor) codes.push('invalid_cursor');
  if (status === 422 && keyed) codes.push('idempotency_key_reused');
  const retry = status === 429 || status === 503 || (status === 409 && keyed) ? { 'Retry-After': RETRY_AFTER } : {};
  const authenticate = status === 401 ? { 'WWW-Authenticate': AUTHENTICATE } : {};
  return {
    description: codes.map((code) => problemCodes[code].meaning).join(' Or: '),
    headers: { ...headers, ...retry, ...authenticate },
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(status, code) }])),
      },
    },
  };
}

function problemExample(status: number, code: ProblemCode): object {
  const requestId = '7b0a3f0e-9c57-4d2b-9b0c-2f6f1f4f8f11';
  const fault = { field: 'email', message: 'must be an email address', code: 'invalid_string', pointer: '/email' };
  return {
    type: `https://api.example.org/errors/${code}`,
    code,
    title: problemCodes[code].title,
    status,
    detail: problemCodes[code].meaning,
    instance: `urn:uuid:${requestId}`,
    ...(code === 'validation_failed' ? { errors: [fault] } : {}),
  };
}

/** The problem's own schema (spec: Errors). Further members, such as `conflictingLog`, stand beside these. */
export const problemSchema = {
  type: 'object',
  required: ['type', 'code', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'A page that documents the code.' },
    code: { type: 'string', enum: Object.keys(problemCodes), description: 'What clients branch on.' },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong with this request.' },
    instance: { type: 'string', description: '`urn:uuid:` and the request id, when that is a UUID.' },
    errors: {
      type: 'array',
      description: 'The request’s faults, one item each.',
      items: {
        type: 'object',
        required: ['field', 'message', 'code', 'pointer'],
        properties: {
          field: { type: 'string', description: 'The pointer with dots: `rooms.0.roomId`.' },
          message: { type: 'string' },
          code: {
            type: 'string',
            enum: [
              'required',
              'invalid_type',
              'invalid_string',
              'invalid_enum',
              'too_small',
              'too_big',
              'unknown_field',
              'invalid_reference',
              'invalid_value',
            ],
          },
          pointer: { type: 'string', description: 'RFC 6901 pointer: `/rooms/0/roomId`.' },
        },
      },
    },
  },
};
