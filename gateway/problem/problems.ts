import type { Refusal } from '../../platform/core/errors/refusal.ts';
import { codeOfStatus } from '../../platform/core/errors/status.ts';
import { Problem, type ProblemCode } from './problem.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * How a refusal maps to the specification's errors. `body` is a fault of a request body, whose status its operation
 * decides (decisions 3.1).
 */
type ProblemMapping =
  | 'body'
  | { readonly status: number; readonly code: ProblemCode; readonly headers?: Readonly<Record<string, string>> };

const notFound: ProblemMapping = { status: 404, code: 'resource_not_found' };
const forbidden: ProblemMapping = { status: 403, code: 'forbidden' };
const conflict: ProblemMapping = { status: 409, code: 'conflict' };
const broken: ProblemMapping = { status: 500, code: 'internal_error' };
const transient: ProblemMapping = { status: 503, code: 'internal_error', headers: { 'retry-after': '1' } };

/** How an integration identifies itself. */
export const CHALLENGE = { 'www-authenticate': 'Basic realm="api", charset="UTF-8"' };

/** The one table from refusals to problems. It does not compile while a refusal is missing. */
const mappings: Readonly<Record<RefusalCode, ProblemMapping>> = {
  REQUEST_INVALID: 'body',
  REFERENCE_INVALID: 'body',
  // A service's clock, or its keys, are not those of identity: the request was not begun.
  CALLER_UNAUTHENTICATED: transient,
  CALLER_FORBIDDEN: broken,
  INTEGRATION_READ_ONLY: forbidden,
  AREA_NOT_GRANTED: forbidden,
  ROLE_MISSING: broken,
  OPERATION_UNIMPLEMENTED: broken,
  DEPENDENCY_UNAVAILABLE: transient,
  DEADLINE_EXCEEDED: transient,
  SERVICE_BUSY: transient,
  INSTITUTION_FROZEN: { status: 503, code: 'institution_frozen' },
  // What a cached credential or signed identity may still reach for a moment.
  INSTITUTION_CLOSED: { status: 401, code: 'unauthorized', headers: CHALLENGE },
  INTERNAL: broken,
  KEY_IN_FLIGHT: { ...conflict, headers: { 'retry-after': '1' } },
  KEY_REUSED: { status: 422, code: 'idempotency_key_reused' },
  REVISION_REQUIRED: { status: 428, code: 'precondition_required' },
  REVISION_STALE: { status: 412, code: 'precondition_failed' },
  REVISION_EXCLUDED: { status: 412, code: 'precondition_failed' },
  INSTITUTION_NOT_FOUND: notFound,
  CODE_FORMAT_NO_DYNAMIC_TOKEN: 'body',
  CODE_FORMAT_MIN_BLOCKS_NOT_MET: 'body',
  INTEGRATION_NOT_FOUND: notFound,
  INTEGRATION_INACTIVE: conflict,
  SECRETS_EXHAUSTED: conflict,
  SECRET_STALE: conflict,
  DIRECTORY_SYNCS_EXHAUSTED: conflict,
  DIRECTORY_SYNC_ENDED: conflict,
  DIRECTORY_SYNC_UNLIMITED: conflict,
  USER_NOT_FOUND: notFound,
  USER_EMAIL_TAKEN: conflict,
  USER_CODE_TAKEN: conflict,
  USER_ERASED: conflict,
  USER_NOT_ARCHIVED: conflict,
  USER_ADMINISTRATOR: conflict,
  USER_CLOCKED_IN: conflict,
  ERASURE_JOURNAL_UNAVAILABLE: conflict,
  USER_HELD: conflict,
  HOLDS_EXHAUSTED: conflict,
  MEMBER_IDENTITY_INVALID: { status: 400, code: 'bad_request' },
  MEMBER_NOT_FOUND: notFound,
  TIME_TRACKING_DISABLED: forbidden,
  SESSION_OPEN: conflict,
  SESSION_NOT_OPEN: conflict,
  SESSION_PAUSED: conflict,
  SESSION_NOT_PAUSED: conflict,
  SESSION_AUTO_CLOSED: conflict,
  LOG_NOT_FOUND: notFound,
  LOG_OVERLAPPING: conflict,
  FINDING_CHANGED: conflict,
  CALENDAR_DAY_TAKEN: conflict,
  CALENDAR_IMPORT_NOT_FOUND: notFound,
  CALENDAR_IMPORT_STALE: conflict,
  MONTH_CLOSED: conflict,
  MONTH_UNFINISHED: conflict,
  CLOSED_MONTH_NOT_FOUND: notFound,
  LATE_RECORD_NOT_FOUND: notFound,
  COURSE_NOT_FOUND: notFound,
  USER_EXTERNAL_ID_TAKEN: conflict,
  SYNC_GUARDED: { status: 429, code: 'rate_limit_exceeded' },
  USER_GROUP_NOT_FOUND: notFound,
  PEOPLE_IMPORT_NOT_FOUND: notFound,
  PEOPLE_IMPORT_STALE: conflict,
  PEOPLE_IMPORT_UNCONFIRMED: conflict,
  ARCHIVE_UNDER_WAY: conflict,
  ARCHIVE_NOT_FOUND: notFound,
  CALENDAR_FEED_NOT_FOUND: notFound,
  CALENDAR_FEED_CLOSED: { status: 410, code: 'resource_not_found' },
  CALENDAR_FEEDS_EXHAUSTED: conflict,
  ADMINISTRATOR_USER_NOT_FOUND: notFound,
  ADMINISTRATOR_NOT_FOUND: notFound,
  ADMINISTRATOR_SESSION_NOT_FOUND: notFound,
  LAST_ADMINISTRATOR: conflict,
  ADMINISTRATOR_PROTECTED: conflict,
  ADMINISTRATORS_EXHAUSTED: conflict,
  PASSKEY_REJECTED: { status: 400, code: 'bad_request' },
  PASSKEY_NOT_FOUND: notFound,
  PASSKEYS_EXHAUSTED: conflict,
  OPENID_PROVIDER_NOT_FOUND: notFound,
  AUDIT_STREAM_NOT_FOUND: notFound,
  LOCATION_NOT_FOUND: notFound,
  ROOM_NOT_FOUND: notFound,
  SCHEDULING_DISABLED: forbidden,
  APPOINTMENT_NOT_FOUND: notFound,
  ROOM_BOOKED: conflict,
  CURRICULUM_NOT_FOUND: notFound,
  CURRICULUM_VERSION_NOT_FOUND: notFound,
  PROGRAM_NOT_FOUND: notFound,
  PROGRAM_VERSION_NOT_FOUND: notFound,
  EVENT_NOT_FOUND: notFound,
  EVENTS_NOT_KEPT: { status: 400, code: 'invalid_cursor' },
  ENDPOINT_NOT_FOUND: notFound,
  ENDPOINTS_EXHAUSTED: conflict,
  ENDPOINT_SECRETS_EXHAUSTED: conflict,
  DELIVERY_NOT_FOUND: notFound,
  ENDPOINT_DISABLED: conflict,
  ENDPOINT_UNPROVEN: conflict,
  ENDPOINT_REPLAYING: conflict,
  REQUEST_NOT_FOUND: notFound,
  DELIVERIES_EXHAUSTED: { status: 429, code: 'rate_limit_exceeded' },
};

/** A service's refusal as the operation's problem. Its extension `retryAfterSeconds` is the header Retry-After. */
export function problemOf(refusal: Refusal, bodyFaultStatus: 400 | 422): Problem {
  const mapping = isKnown(refusal.code) ? mappings[refusal.code] : mappings[codeOfStatus(refusal.status)];
  const { status, code, headers } =
    mapping === 'body' ? { ...bodyFault(bodyFaultStatus), headers: undefined } : { headers: undefined, ...mapping };
  const { retryAfterSeconds, ...rest } = refusal.extensions;
  const extensions = refusal.code === 'INSTITUTION_FROZEN' ? {} : rest;
  const retryAfter = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new Problem(status, code, {
    detail: refusal.message,
    violations: refusal.violations,
    extensions,
    headers: { ...headers, ...retryAfter },
    cause: refusal,
  });
}

/** Whether a code is in the table; one of a newer service may be missing. */
function isKnown(code: string): code is RefusalCode {
  return Object.hasOwn(mappings, code);
}

/** Status and code of a fault in a request's body. */
export function bodyFault(status: 400 | 422): { status: number; code: ProblemCode } {
  return { status, code: status === 400 ? 'bad_request' : 'validation_failed' };
}
