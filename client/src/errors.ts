import type { Problem } from './gen/schemas.ts';

/** What every error of a request says of it. Aborting rejects with the signal's own reason instead. */
export interface RequestMetadata {
  readonly operationId: string;
  /** For logs and support: as the answer has it, or as it was sent. */
  readonly requestId: string;
  /** How often the request was made. */
  readonly attempts: number;
}

/** Thrown for every request that failed. */
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

/** The API has refused the request: branch on `code`. */
export class ProblemError extends LyceumError {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: Problem['code'];
  readonly detail: string;
  /** Each fault of the request, with a pointer to it; empty where there are none to name. */
  readonly errors: NonNullable<Problem['errors']>;
  /** What the answer asked to wait, in milliseconds; null where it asked for nothing. */
  readonly retryAfterMs: number | null;
  /** The whole problem, with members such as `conflictingLog`. */
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

/** No answer came, or none in time; `cause` says why. Whether the request took effect is unknown. */
export class ConnectionError extends LyceumError {
  override readonly name = 'ConnectionError';
  /** In a few words, or as the runtime's code: `ECONNREFUSED`. */
  readonly reason: string;

  constructor(reason: string, metadata: RequestMetadata, options: ErrorOptions) {
    super(`no answer (${reason})`, metadata, options);
    this.reason = reason;
  }
}

/** An answer that is not Lyceum's, such as the page of a proxy, or a redirection. */
export class UnexpectedAnswerError extends LyceumError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;

  constructor(status: number, metadata: RequestMetadata) {
    super(`the answer with status ${status} is not one of the Lyceum API`, metadata);
    this.status = status;
  }
}
