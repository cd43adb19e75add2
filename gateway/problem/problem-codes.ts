import type { ProblemCode } from './problem.ts';

interface ProblemCodeText {
  readonly title: string;
  /** The statuses that have the code; most codes have one (decisions 3.7). */
  readonly statuses: readonly number[];
  /** The text of the error page: the meaning of the code, and the remedy for a client. */
  readonly meaning: string;
  readonly remedy: string;
  /** The heading of the reference's introduction that explains it: site/openapi/document.ts. */
  readonly guide: string;
}

/** The meaning of each code, for the problem's title and the pages below `/errors`. */
export const problemCodes: Readonly<Record<ProblemCode, ProblemCodeText>> = {
  bad_request: {
    title: 'Bad request',
    statuses: [400, 405, 413, 414, 415, 431],
    meaning:
      'The request cannot be processed: malformed JSON, an invalid query parameter or header, or a wrong method, media type or size.',
    remedy: 'Read `detail` and `errors`, correct the request and send it again. The same request fails again.',
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
    meaning:
      'The integration is limited, or the institution has switched off the feature. `detail` says which: “This integration may only read.”, “This integration has no access to courses.” with the area in `area`, or that the feature is disabled.',
    remedy:
      'Ask an administrator for what the integration lacks, or to switch the feature on. Then send the request again, with the same idempotency key. Records of other institutions return 404, never 403.',
    guide: 'Errors',
  },
  resource_not_found: {
    title: 'Resource not found',
    statuses: [404, 410],
    meaning:
      'The resource does not exist, or belongs to another institution. 410: a calendar whose institution is closed.',
    remedy: 'Check the path and the id.',
    guide: 'Errors',
  },
  conflict: {
    title: 'Conflict',
    statuses: [409],
    meaning:
      'The request conflicts with the current state, or a request with the same Idempotency-Key is still running.',
    remedy:
      'If the response has `Retry-After`, repeat the same request after that time. Otherwise resolve the conflict that the body names.',
    guide: 'Errors',
  },
  validation_failed: {
    title: 'Validation failed',
    statuses: [422],
    meaning: 'A value of the request is invalid. `errors` lists each invalid value with an RFC 6901 pointer.',
    remedy: 'Correct these values. The same request fails again.',
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
      'The integration has sent 1000 requests within the last 60 seconds, or has used up its daily allowance (UTC) of writes or of dry runs, or its institution the webhook deliveries that it may request in a day (UTC).',
    remedy: 'Wait for the seconds in `Retry-After`, then repeat the same request.',
    guide: 'Rate limit',
  },
  internal_error: {
    title: 'Internal error',
    statuses: [500, 503],
    meaning: 'Something failed on our side. A 503 is temporary: part of the platform is unavailable or too slow.',
    remedy:
      'On 503, repeat the same request after `Retry-After`, with the same Idempotency-Key if it has one. On 500, report the header `X-Request-Id`.',
    guide: 'Errors',
  },
  institution_frozen: {
    title: 'Institution frozen',
    statuses: [503],
    meaning:
      'The institution stands still for a while, for an exact copy or a move for example: nothing of it can change. Reads go on.',
    remedy:
      'Repeat the same request after `Retry-After`, with the same Idempotency-Key if it has one, until it is accepted. The key was not used.',
    guide: 'Errors',
  },
  institution_moved: {
    title: 'Institution moved',
    statuses: [421],
    meaning:
      'The institution has moved to another installation, whose base address is in `baseUrl`. For 30 days, every request with valid credentials is told so.',
    remedy:
      'Send this request and all others to `baseUrl`, with the same credentials: `Location` has its address there. ETags, positions in the feed and idempotency keys stay valid.',
    guide: 'Errors',
  },
  invalid_cursor: {
    title: 'Invalid cursor',
    statuses: [400],
    meaning:
      'The cursor was modified, is older than 24 hours (those of `GET /events` stay valid longer), or was issued for another list, other filters or another integration.',
    remedy: 'Read the list again from the start, without a cursor.',
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
