import type { Violation } from '../../platform/core/errors/refusal.ts';

/** The closed set of top-level codes. Clients branch on them. */
export type ProblemCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'resource_not_found'
  | 'conflict'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'rate_limit_exceeded'
  | 'internal_error'
  | 'institution_frozen'
  | 'institution_moved'
  | 'invalid_cursor'
  | 'precondition_failed'
  | 'precondition_required';

/** A fault of the request; one of a header has the header's name as its field. */
export type Fault = Violation & { readonly field?: string };

interface ProblemDetails {
  readonly detail: string;
  readonly violations?: readonly Fault[];
  /** Further top-level members, such as `conflictingLog` (decisions 3.6). */
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log only. */
  readonly cause?: unknown;
}

/** An error answer of the gateway: thrown anywhere while a request is handled, written by the one error handler. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly violations: readonly Fault[];
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: ProblemCode, details: ProblemDetails) {
    super(details.detail, { cause: details.cause });
    this.name = 'Problem';
    this.status = status;
    this.code = code;
    this.violations = details.violations ?? [];
    this.extensions = details.extensions ?? {};
    this.headers = details.headers ?? {};
  }
}
