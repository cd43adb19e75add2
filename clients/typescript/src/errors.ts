import type { Problem } from './gen/schemas.ts';

/** The properties of every error of a request. An aborted request rejects with the reason of its signal instead. */
export interface RequestMetadata {
  readonly operationId: string;
  /** For logs and support: the id in the response, or the one that was sent. */
  readonly requestId: string;
  /** The number of attempts. */
  readonly attempts: number;
}

/** Thrown for every failed request. */
export abstract class LyceumError extends Error implements RequestMetadata {
  readonly operationId: string;
  readonly requestId: string;
  readonly attempts: number;

  constructor(message: string, { operationId, requestId, attempts }: RequestMetadata, options?: ErrorOptions) {
    super(`${operationId}: ${message}`, options);
    this.operationId = operationId;
    this.requestId = requestId;
    this.attempts = attempts;
  }
}

/** The API returned a problem: branch on `code`. */
export class ProblemError extends LyceumError {
  override readonly name: string = 'ProblemError';
  readonly status: number;
  readonly code: Problem['code'];
  readonly detail: string;
  /** Each fault of the request with its pointer; empty if there are none. */
  readonly errors: NonNullable<Problem['errors']>;
  /** `Retry-After` of the response, in milliseconds; null without one. */
  readonly retryAfterMs: number | null;
  /** The whole problem, including extension members such as `conflictingLog`. */
  readonly problem: Problem;

  constructor(problem: Problem, metadata: RequestMetadata & { readonly retryAfterMs: number | null }) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`, metadata);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.retryAfterMs = metadata.retryAfterMs;
    this.problem = problem;
  }
}

/**
 * `403 forbidden`: the integration may only read, or not use the area, or the institution has switched the feature off.
 * `detail` says which.
 */
export class ForbiddenError extends ProblemError {
  override readonly name = 'ForbiddenError';

  /** The area that the integration has no access to; null if it lacks something else. */
  get area(): Problem['area'] | null {
    return this.problem.area ?? null;
  }
}

/** There was no response, or none in time; `cause` has the reason. It is unknown whether the request took effect. */
export class ConnectionError extends LyceumError {
  override readonly name = 'ConnectionError';
  /** A short text, or the error code of the runtime: `ECONNREFUSED`. */
  readonly reason: string;

  constructor(reason: string, metadata: RequestMetadata, options: ErrorOptions) {
    super(`no answer (${reason})`, metadata, options);
    this.reason = reason;
  }
}

/** The response is not from Lyceum: a page of a proxy, or a redirect, for example. */
export class UnexpectedAnswerError extends LyceumError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;

  constructor(status: number, metadata: RequestMetadata) {
    super(`the answer with status ${status} is not one of the Lyceum API`, metadata);
    this.status = status;
  }
}
