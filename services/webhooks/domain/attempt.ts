/** Why an attempt got no complete answer. Integrators see it: the words are part of the API. */
export type AttemptError =
  | 'address_not_allowed'
  | 'connection_failed'
  | 'https_required'
  | 'invalid_answer'
  | 'name_not_resolved'
  | 'timeout'
  | 'tls_failed';

/** What came of one request to a receiver. */
export interface AttemptResult {
  /** The status of the answer, or null where none came. */
  readonly status: number | null;
  readonly error: AttemptError | null;
  /** The beginning of the answer's body as text, or null where no answer came. */
  readonly response: string | null;
  /** The header Retry-After as it came. */
  readonly retryAfter: string | null;
}

/** Whether the receiver has the event: any 2xx whose answer came completely, or as far as it is read (decisions 14.4). */
export function isSuccess({ status, error }: AttemptResult): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

/** Whether the receiver wants no more events. */
export function isGone({ status }: AttemptResult): boolean {
  return status === 410;
}
