import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { parseKeyList } from '../../platform/core/config/key-list.ts';

/** A key that signs cursors; its id is part of every cursor it signs. */
export interface CursorKey {
  readonly id: string;
  readonly secret: KeyObject;
}

/**
 * Parses the configured keys: `id:secret,id:secret`, secrets in base64url of at least 32 bytes, the signing key first
 * (decisions 2.3). To rotate, put the new key first, and drop the old one a day later.
 * @throws Error that names the invalid key and the reason, but never shows a secret.
 */
export function parseCursorKeys(text: string): CursorKey[] {
  const keys = parseKeyList(text, { name: 'cursor key', part: 'the secret', bytesAtLeast: SECRET_BYTES_AT_LEAST });
  return keys.map(({ id, bytes }) => ({ id, secret: createSecretKey(bytes) }));
}

/** A random key for development: its cursors end with the process. */
export function newCursorKey(): CursorKey {
  return { id: 'development', secret: createSecretKey(randomBytes(SECRET_BYTES_AT_LEAST)) };
}

const SECRET_BYTES_AT_LEAST = 32;
