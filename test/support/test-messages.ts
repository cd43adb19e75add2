/** A request as a test describes it. */
export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly text?: string | Uint8Array;
  /** Sent as Idempotency-Key; a new one by default where `key` is true. */
  readonly key?: string | true;
  readonly ifMatch?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** A response as a test reads it. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  readonly body: any;
}

/** What a problem has beside the members that all problems have. */
export function extensionsOf({ body }: TestAnswer): Record<string, unknown> {
  const { type, code, title, status, detail, instance, errors, ...more } = body;
  return more;
}

/** `409 conflict`: the status of a refusal, and the code of its problem. */
export function refusal({ status, body }: TestAnswer): string {
  return `${status} ${body.code}`;
}
