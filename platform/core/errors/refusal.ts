import { Code } from '@connectrpc/connect';
import { catalogue, type PlatformCode, type RefusalKind } from './catalogue.ts';

/** One fault of a request, with the specification's names (decisions 3.1). */
export interface Violation {
  /** RFC 6901 pointer into the request body, with the specification's JSON names: `/rooms/0/roomId`. */
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
  /** Extension members of the problem, such as `conflictingLog` (decisions 3.6): plain JSON. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** For the log only; never leaves the process. */
  readonly cause?: unknown;
}

/**
 * An expected error with a stable code. Domain rules and handlers throw it; the edge of the process translates it once
 * into a status.
 */
export class Refusal extends Error {
  readonly code: string;
  /** Its gRPC status between processes. */
  readonly status: Code;
  readonly violations: readonly Violation[];
  readonly extensions: Readonly<Record<string, unknown>>;

  /** @param kind a code of the platform, or a kind that a service's contract declares */
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

/** Whether a failure only means that a dependency is unavailable or busy, and not that the work itself failed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'DEPENDENCY_UNAVAILABLE' || isBusy(error));
}

/** Whether work took longer than its caller or a statement may wait. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'DEADLINE_EXCEEDED';
}

/** Whether work was rejected because of overload: it has not begun, and nothing was read. */
export function isBusy(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'SERVICE_BUSY';
}

/** Throws a refusal of the platform. A service throws its own refusals with its `domain/refusals.ts`. */
export function refuse(code: PlatformCode, details?: RefusalDetails): never {
  throw new Refusal(code, details);
}

/** Throws REQUEST_INVALID for one field of a request. */
export function refuseField(pointer: string, code: ViolationCode, message: string): never {
  throw new Refusal('REQUEST_INVALID', { violations: [{ pointer, code, message }] });
}

/** Whether the cause of a refusal is a fault of the platform rather than of the request. */
export function isFault({ status }: Refusal): boolean {
  return FAULTS.has(status);
}

const FAULTS = new Set<Code>([
  Code.Internal,
  Code.Unknown,
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.Unimplemented,
]);

/**
 * Thrown by a command's `run` if data that its `prepare` has read was changed meanwhile: the command begins again with
 * `prepare`. If all attempts fail, the caller gets DEPENDENCY_UNAVAILABLE and may retry.
 */
export class StalePreparation extends Refusal {
  constructor() {
    super('DEPENDENCY_UNAVAILABLE');
  }
}
