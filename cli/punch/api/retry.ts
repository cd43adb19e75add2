/** How an attempt to send a request ended; status null where no answer came. */
export interface Attempt {
  readonly status: number | null;
  /** What Retry-After says. */
  readonly retryAfterSeconds: number | null;
}

type NextStep =
  | { readonly kind: 'settled' }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'repeat'; readonly waitMs: number; readonly isFailure: boolean };

/**
 * What to do after an attempt (spec: client retry rules). 429 is repeated for as long as it takes. Where no answer came, after a 5xx, and
 * while another request with the same key is running (a 409 with Retry-After), the request is repeated with waits that double, eight times
 * at most; a Retry-After that is longer is obeyed.
 * @param failures how many attempts of the request have failed before this one
 */
export function nextStep({ status, retryAfterSeconds }: Attempt, failures: number): NextStep {
  const asked = (retryAfterSeconds ?? 0) * 1000;
  const backoff = FIRST_WAIT_MS * 2 ** failures;
  if (status === 429) return { kind: 'repeat', waitMs: asked || FIRST_WAIT_MS, isFailure: false };
  const isTransient = status === null || status >= 500 || (status === 409 && retryAfterSeconds !== null);
  if (!isTransient) return { kind: 'settled' };
  if (failures >= REPEATS_AT_MOST) return { kind: 'exhausted' };
  return { kind: 'repeat', waitMs: Math.max(asked, Math.min(backoff, LONGEST_WAIT_MS)), isFailure: true };
}

const REPEATS_AT_MOST = 8;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
