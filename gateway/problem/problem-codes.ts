import type { ProblemCode } from './problem.ts';

interface ProblemCodeText {
  readonly title: string;
  /** The statuses that have the code; only `bad_request` and `internal_error` have several (decisions 3.7). */
  readonly statuses: readonly number[];
  /** The text of the error page: what the code means, and what a client should do. */
  readonly meaning: string;
  readonly remedy: string;
  /** The heading of the reference's introduction that explains it: openapi/document.ts. */
  readonly guide: string;
}

/** What each code means, for the problem's title and the pages below `/errors`. */
export const problemCodes: Readonly<Record<ProblemCode, ProblemCodeText>> = {
  bad_request: {
    title: 'Bad request',
    statuses: [400, 405, 413, 415],
    meaning:
      'The request cannot be understood: malformed JSON, a bad query parameter or header, a wrong method, media type or size.',
    remedy: 'Read `detail` and `errors`, correct the request and send it again. Unchanged it fails again.',
    guide: 'Requests',
  },
  unauthorized: {
    title: 'Unauthorized',
    statuses: [401],
    meaning: 'The Basic credentials are missing, malformed or wrong, or the integration is not active.',
    remedy: 'Send `Authorization: Basic base64(clientId:clientSecret)` with the credentials of an active integration.',
    guide: 'Authentication',
  },
  forbidden: {
    title: 'Forbidden',
    statuses: [403],
    meaning: 'The institution has switched the feature off.',
    remedy: 'Ask the institution to enable the feature. Records of other institutions never answer 403, but 404.',
    guide: 'Errors',
  },
  resource_not_found: {
    title: 'Resource not found',
    statuses: [404],
    meaning: 'There is no such resource, or it belongs to another institution.',
    remedy: 'Check the address and the id.',
    guide: 'Errors',
  },
  conflict: {
    title: 'Conflict',
    statuses: [409],
    meaning: 'The request contradicts the present state, or a request with the same Idempotency-Key is still running.',
    remedy: 'With `Retry-After`, repeat the same request after that time. Otherwise resolve what the body names first.',
    guide: 'Errors',
  },
  validation_failed: {
    title: 'Validation failed',
    statuses: [422],
    meaning: 'A value of the request breaks a rule; `errors` names each with an RFC 6901 pointer.',
    remedy: 'Correct the named values. Unchanged the request fails again.',
    guide: 'Requests',
  },
  idempotency_key_reused: {
    title: 'Idempotency key reused',
    statuses: [422],
    meaning: 'The Idempotency-Key was used within the last 24 hours with another method, path or body.',
    remedy: 'Use a new key for a new request.',
    guide: 'Idempotency keys',
  },
  rate_limit_exceeded: {
    title: 'Rate limit exceeded',
    statuses: [429],
    meaning:
      'The integration has sent 1000 requests within the last 60 seconds, or has written what it may write in a day (UTC).',
    remedy: 'Wait the seconds of `Retry-After`, then repeat the same request.',
    guide: 'Rate limit',
  },
  internal_error: {
    title: 'Internal error',
    statuses: [500, 503],
    meaning: 'Something failed on our side. 503 is transient: a part of the platform is unavailable or too slow.',
    remedy:
      'On 503 repeat the same request after `Retry-After`, a create with the same Idempotency-Key. On 500 report the header `X-Request-Id`.',
    guide: 'Errors',
  },
  invalid_cursor: {
    title: 'Invalid cursor',
    statuses: [400],
    meaning:
      'The cursor was changed, is older than 24 hours, or belongs to another list, other filters or another integration.',
    remedy: 'Begin the list again without a cursor.',
    guide: 'Lists',
  },
  precondition_failed: {
    title: 'Precondition failed',
    statuses: [412],
    meaning: 'The resource has changed since the ETag that If-Match names.',
    remedy: 'Read the resource again and repeat the change with its new ETag.',
    guide: 'ETags',
  },
  precondition_required: {
    title: 'Precondition required',
    statuses: [428],
    meaning: 'The operation needs If-Match with the ETag of the resource.',
    remedy: 'Read the resource and send its ETag as If-Match.',
    guide: 'ETags',
  },
};
