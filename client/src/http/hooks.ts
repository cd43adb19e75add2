/** One attempt to make a request. */
export interface Attempt {
  readonly operationId: string;
  readonly method: string;
  /** As the document has it, such as `/users/{id}`: of few values, for names of spans and labels. */
  readonly path: string;
  readonly url: string;
  /** From 1. */
  readonly attempt: number;
  readonly requestId: string;
  /** What is sent, without the credentials. Further ones may be set, such as `traceparent`. */
  readonly headers: Headers;
}

/** How an attempt ended. */
export interface AttemptEnding {
  /** Null where no answer came. */
  readonly status: number | null;
  /** Why no answer came. */
  readonly error?: unknown;
  readonly durationMs: number;
  /** What is waited before the next attempt; null where this was the last one. */
  readonly retryInMs: number | null;
}

/** For logs, measures and traces. What a hook throws ends the request. */
export interface Hooks {
  onAttempt?(attempt: Attempt): void;
  /** Is given the same object as `onAttempt`. */
  onEnding?(attempt: Attempt, ending: AttemptEnding): void;
}
