import { Code } from '@connectrpc/connect';

/**
 * The closed set of refusals: every answer but success that a service can give on purpose. The message is public and says nothing
 * of a cause; the gateway's table `problems.ts` gives each its place in the specification's errors, and does not compile when one is missing.
 */
export const catalogue = {
  REQUEST_INVALID: { status: Code.InvalidArgument, message: 'The request has invalid values.' },
  REFERENCE_INVALID: { status: Code.InvalidArgument, message: 'The request refers to a record that does not exist.' },
  CALLER_UNAUTHENTICATED: { status: Code.Unauthenticated, message: 'The caller could not be identified.' },
  CALLER_FORBIDDEN: { status: Code.PermissionDenied, message: 'The caller may not make this call.' },
  OPERATION_UNIMPLEMENTED: { status: Code.Unimplemented, message: 'The operation does not exist.' },
  DEPENDENCY_UNAVAILABLE: {
    status: Code.Unavailable,
    message: 'The service is temporarily unavailable. Repeat the request.',
  },
  DEADLINE_EXCEEDED: { status: Code.DeadlineExceeded, message: 'The request took too long. Repeat the request.' },
  SERVICE_BUSY: { status: Code.ResourceExhausted, message: 'The service is busy. Repeat the request.' },
  INTERNAL: { status: Code.Internal, message: 'Something went wrong on our side.' },

  KEY_IN_FLIGHT: {
    status: Code.Aborted,
    message: 'A request with this Idempotency-Key is still running. Repeat the request.',
  },
  KEY_REUSED: { status: Code.FailedPrecondition, message: 'This Idempotency-Key was used with another request.' },
  REVISION_REQUIRED: {
    status: Code.FailedPrecondition,
    message: 'The operation needs If-Match with the ETag of the resource.',
  },
  REVISION_STALE: { status: Code.FailedPrecondition, message: 'The resource has changed since the given ETag.' },

  INSTITUTION_NOT_FOUND: { status: Code.NotFound, message: 'The institution does not exist.' },
  CODE_FORMAT_NO_DYNAMIC_TOKEN: {
    status: Code.InvalidArgument,
    message: 'NO_DYNAMIC_TOKEN: user_code_format needs bracket tokens such as [0].',
  },
  CODE_FORMAT_MIN_BLOCKS_NOT_MET: {
    status: Code.InvalidArgument,
    message: 'MIN_BLOCKS_NOT_MET: user_code_format needs at least four bracket tokens.',
  },
  INTEGRATION_NOT_FOUND: { status: Code.NotFound, message: 'The integration does not exist.' },
  INTEGRATION_INACTIVE: { status: Code.FailedPrecondition, message: 'The integration has ended.' },
  USER_NOT_FOUND: { status: Code.NotFound, message: 'The user does not exist.' },
  USER_EMAIL_TAKEN: { status: Code.AlreadyExists, message: 'Another user of the institution has this email.' },
  USER_CODE_TAKEN: { status: Code.AlreadyExists, message: 'Another user of the institution has this code.' },
  MEMBER_IDENTITY_INVALID: {
    status: Code.InvalidArgument,
    message: 'Exactly one of userId, email and code names the member.',
  },
  MEMBER_NOT_FOUND: { status: Code.NotFound, message: 'No active member has this identity.' },
  TIME_TRACKING_DISABLED: {
    status: Code.PermissionDenied,
    message: 'Time tracking is switched off for the institution.',
  },
  SESSION_OPEN: { status: Code.FailedPrecondition, message: 'The member is clocked in already.' },
  SESSION_NOT_OPEN: { status: Code.FailedPrecondition, message: 'The member is not clocked in.' },
  SESSION_PAUSED: { status: Code.FailedPrecondition, message: 'The session is paused already.' },
  SESSION_NOT_PAUSED: { status: Code.FailedPrecondition, message: 'The session is not paused.' },
  SESSION_AUTO_CLOSED: {
    status: Code.FailedPrecondition,
    message: 'The open session was of an earlier day and has been closed at the end of that day.',
  },
  LOG_NOT_FOUND: { status: Code.NotFound, message: 'The log does not exist.' },
  LOG_OVERLAPPING: { status: Code.FailedPrecondition, message: 'The time overlaps another record of the member.' },
  COURSE_NOT_FOUND: { status: Code.NotFound, message: 'The course does not exist.' },
  LOCATION_NOT_FOUND: { status: Code.NotFound, message: 'The location does not exist.' },
  ROOM_NOT_FOUND: { status: Code.NotFound, message: 'The room does not exist.' },
  SCHEDULING_DISABLED: {
    status: Code.PermissionDenied,
    message: 'The institution does not let integrations create appointments.',
  },
  APPOINTMENT_NOT_FOUND: { status: Code.NotFound, message: 'The appointment does not exist.' },
  ROOM_BOOKED: { status: Code.AlreadyExists, message: 'Another appointment has booked the room at that time.' },
  CURRICULUM_NOT_FOUND: { status: Code.NotFound, message: 'The curriculum does not exist.' },
  CURRICULUM_VERSION_NOT_FOUND: { status: Code.NotFound, message: 'The curriculum version does not exist.' },
  PROGRAM_NOT_FOUND: { status: Code.NotFound, message: 'The study program does not exist.' },
  PROGRAM_VERSION_NOT_FOUND: { status: Code.NotFound, message: 'The study program version does not exist.' },
} as const satisfies Record<string, CatalogueEntry>;

export type RefusalCode = keyof typeof catalogue;

interface CatalogueEntry {
  /** The gRPC status that the refusal has between processes. */
  readonly status: Code;
  /** What every caller may read. */
  readonly message: string;
}

export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(catalogue, code);
}
