import { hash } from 'node:crypto';
import stringify from 'safe-stable-stringify';

/**
 * The header `Idempotency-Key`, or its fault (decisions 3.1, 5.1). Any characters that a header may contain are
 * accepted; it is trimmed only as HTTP itself does.
 */
export function parseIdempotencyKey(
  header: string | string[] | undefined,
): { readonly key: string } | { readonly fault: string } {
  if (header === undefined) return { fault: 'The header Idempotency-Key is required.' };
  if (typeof header !== 'string') return { fault: 'The header Idempotency-Key must be given once.' };
  if (header.length === 0) return { fault: 'The header Idempotency-Key must not be empty.' };
  if (header.length > MAX_CHARACTERS) {
    return { fault: `The header Idempotency-Key must not be longer than ${MAX_CHARACTERS} characters.` };
  }
  return { key: header };
}

const MAX_CHARACTERS = 255;

/**
 * The fingerprint that a keyed request must share with the first one of its key (decisions 5.2): SHA-256, base64url,
 * over method, path (without query) and parsed body. Property order and white space do not matter, nor do spellings of
 * one number (`1.0`, `1`; `-0`, `0`). An absent body differs from every body.
 */
export function fingerprint(method: string, path: string, body: unknown): string {
  return hash('sha256', `${method} ${path}\n${stringify(body) ?? ''}`, 'base64url');
}
