import { createHash } from 'node:crypto';

/**
 * The idempotency key of a request, a hash of its content: the same request has the same key whenever and wherever it is sent.
 * @param occasion distinguishes requests with the same content that must not share a key
 */
export function requestKey(path: string, body: object, occasion = ''): string {
  return `punch-${createHash('sha256')
    .update(JSON.stringify([path, body, occasion]))
    .digest('base64url')}`;
}
