import { hash } from 'node:crypto';
import stringify from 'safe-stable-stringify';

/**
 * What a keyed request must have in common with the first one of its key (decisions 5.2): SHA-256, base64url, over method, path (without
 * query) and parsed body. Property order and white space do not matter, nor do spellings of one number (`1.0`, `1`; `-0`, `0`).
 * An absent body differs from every body.
 */
export function fingerprint(method: string, path: string, body: unknown): string {
  return hash('sha256', `${method} ${path}\n${stringify(body) ?? ''}`, 'base64url');
}
