import { createHash } from 'node:crypto';

/**
 * The idempotency key of a request: the same request has the same key, whenever and wherever it is sent, and another request has another.
 * @param occasion tells apart requests that are alike and yet not the same
 */
export function requestKey(path: string, body: object, occasion = ''): string {
  return `punch-${createHash('sha256')
    .update(JSON.stringify([path, body, occasion]))
    .digest('base64url')}`;
}
