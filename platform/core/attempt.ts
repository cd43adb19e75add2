/** Why an attempt got no complete response. Integrators see these words: they are part of the API. */
export type AttemptError =
  | 'address_not_allowed'
  | 'connection_failed'
  | 'https_required'
  | 'invalid_answer'
  | 'name_not_resolved'
  | 'timeout'
  | 'tls_failed';

/** The outcome of one request to a receiver. */
export interface AttemptResult {
  /** The response's status, or null without a response. */
  readonly status: number | null;
  readonly error: AttemptError | null;
  /** The beginning of the response body as text, or null without a response. */
  readonly response: string | null;
  /** The response's Retry-After header, unparsed. */
  readonly retryAfter: string | null;
}

/**
 * Whether the receiver has the event: any 2xx whose response arrived completely, or up to the limit of reading
 * (decisions 14.4).
 */
export function isSuccess({ status, error }: AttemptResult): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

/** Whether the receiver wants no more events. */
export function isGone({ status }: AttemptResult): boolean {
  return status === 410;
}
