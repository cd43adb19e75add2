import type { Code } from '@connectrpc/connect';
import { catalogue, type PlatformCode, type RefusalKind } from './catalogue.ts';

/** One fault of a request, in the specification's words (decisions 3.1). */
export interface Violation {
  /** RFC 6901 pointer into the request body, in the specification's JSON names: `/rooms/0/roomId`. */
  readonly pointer: string;
  readonly code: ViolationCode;
  readonly message: string;
}

export type ViolationCode =
  | 'required'
  | 'invalid_type'
  | 'invalid_string'
  | 'invalid_enum'
  | 'too_small'
  | 'too_big'
  | 'unknown_field'
  | 'invalid_reference'
  | 'invalid_value';

export interface RefusalDetails {
  readonly violations?: readonly Violation[];
  /** Further members of the problem, such as `conflictingLog` (decisions 3.6): plain JSON. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** For the log only; never leaves the process. */
  readonly cause?: unknown;
}

/** An answer other than success, given on purpose. Thrown by domain rules and handlers, translated once at the edge of the process. */
export class Refusal extends Error {
  readonly code: string;
  /** The gRPC status that it has between processes. */
  readonly status: Code;
  readonly violations: readonly Violation[];
  readonly extensions: Readonly<Record<string, unknown>>;

  /** @param kind a code of the platform, or what a service's contract declares */
  constructor(kind: PlatformCode | RefusalKind, details: RefusalDetails = {}) {
    const { code, status, message } = typeof kind === 'string' ? { code: kind, ...catalogue[kind] } : kind;
    super(message, { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.status = status;
    this.violations = details.violations ?? [];
    this.extensions = details.extensions ?? {};
  }
}

/** Whether a failure says only that something the work needs is away or busy, and nothing of the work itself. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'DEPENDENCY_UNAVAILABLE' || isBusy(error));
}

/** Whether work was refused because there is too much of it already: it has not begun, and nothing was looked at. */
export function isBusy(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'SERVICE_BUSY';
}

/** Refuses the request as the platform: throws. A service's own refusals are thrown by its `domain/refusals.ts`. */
export function refuse(code: PlatformCode, details?: RefusalDetails): never {
  throw new Refusal(code, details);
}

/** Refuses a request because of one of its fields: throws REQUEST_INVALID. */
export function refuseField(pointer: string, code: ViolationCode, message: string): never {
  throw new Refusal('REQUEST_INVALID', { violations: [{ pointer, code, message }] });
}
