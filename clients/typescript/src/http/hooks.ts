/** One attempt of a request. */
export interface Attempt {
  readonly operationId: string;
  readonly method: string;
  /** The path template, such as `/users/{id}`: has few values, for use in span names and labels. */
  readonly path: string;
  readonly url: string;
  /** Starts at 1. */
  readonly attempt: number;
  readonly requestId: string;
  /** The headers to send, without the credentials. You can add headers, such as `traceparent`. */
  readonly headers: Headers;
}

/** The end of an attempt. */
export interface AttemptEnding {
  /** Null if there was no response. */
  readonly status: number | null;
  /** Why there was no response. */
  readonly error?: unknown;
  readonly durationMs: number;
  /** The wait before the next attempt; null if this was the last one. */
  readonly retryInMs: number | null;
}

/** For logs, metrics and traces. An error thrown by a hook ends the request. */
export interface Hooks {
  onAttempt?(attempt: Attempt): void;
  /** Receives the same `attempt` object as `onAttempt`. */
  onEnding?(attempt: Attempt, ending: AttemptEnding): void;
}
