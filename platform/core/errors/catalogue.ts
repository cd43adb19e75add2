import { Code } from '@connectrpc/connect';

/** The kind of a refusal, of the platform or of a service. */
export interface RefusalKind {
  /** NOUN_STATE; unique in the product. */
  readonly code: string;
  /** The gRPC status of the refusal between processes. */
  readonly status: Code;
  /** Visible to every caller; never mentions a cause. */
  readonly message: string;
}

/** The refusals of the platform. Those of a service are in its contract: `proto/lyceum/<service>/v1/refusal.proto`. */
export const catalogue = {
  REQUEST_INVALID: { status: Code.InvalidArgument, message: 'The request has invalid values.' },
  REFERENCE_INVALID: { status: Code.InvalidArgument, message: 'The request refers to a record that does not exist.' },
  CALLER_UNAUTHENTICATED: { status: Code.Unauthenticated, message: 'The caller could not be identified.' },
  CALLER_FORBIDDEN: { status: Code.PermissionDenied, message: 'The caller is not allowed to make this call.' },
  INTEGRATION_READ_ONLY: { status: Code.PermissionDenied, message: 'This integration may only read.' },
  AREA_NOT_GRANTED: { status: Code.PermissionDenied, message: 'This integration has no access to the area.' },
  ROLE_MISSING: { status: Code.PermissionDenied, message: 'Your roles do not allow this.' },
  OPERATION_UNIMPLEMENTED: { status: Code.Unimplemented, message: 'The operation does not exist.' },
  DEPENDENCY_UNAVAILABLE: {
    status: Code.Unavailable,
    message: 'The service is temporarily unavailable. Repeat the request.',
  },
  DEADLINE_EXCEEDED: { status: Code.DeadlineExceeded, message: 'The request took too long. Repeat the request.' },
  SERVICE_BUSY: { status: Code.ResourceExhausted, message: 'The service is busy. Repeat the request.' },
  INSTITUTION_FROZEN: {
    status: Code.Unavailable,
    message: 'The institution stands still for a while, and nothing of it can change. Repeat the request.',
  },
  INSTITUTION_CLOSED: { status: Code.Unauthenticated, message: 'The institution is closed.' },
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
  REVISION_STALE: {
    status: Code.FailedPrecondition,
    message: 'The resource has changed since the given ETag was issued.',
  },
  REVISION_EXCLUDED: {
    status: Code.FailedPrecondition,
    message: 'The resource is in a state that If-None-Match names.',
  },
} as const satisfies Record<string, Omit<RefusalKind, 'code'>>;

export type PlatformCode = keyof typeof catalogue;
