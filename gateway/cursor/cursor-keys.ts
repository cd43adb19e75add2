import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** A key that signs cursors; its id is part of every cursor that it signed. */
export interface CursorKey {
  readonly id: string;
  readonly secret: KeyObject;
}

/**
 * Reads the configured keys: `id:secret,id:secret`, secrets in base64url of at least 32 bytes, the signing key first (decisions 2.3).
 * Rotation: put the new key first, and drop the old one a day later.
 * @throws Error that says which key is wrong and how, but never shows a secret.
 */
export function parseCursorKeys(text: string): CursorKey[] {
  const keys: CursorKey[] = [];
  for (const [index, part] of text.split(',').entries()) {
    const key = parseKey(part.trim(), `cursor key ${index + 1}`);
    if (keys.some(({ id }) => id === key.id))
      throw new Error(`cursor key ${index + 1}: the id "${key.id}" is used twice`);
    keys.push(key);
  }
  return keys;
}

/** A key of this moment, for development: cursors end with the process. */
export function newCursorKey(): CursorKey {
  return { id: 'development', secret: createSecretKey(randomBytes(SECRET_BYTES_AT_LEAST)) };
}

const SECRET_BYTES_AT_LEAST = 32;

/** Without the dot, which separates the parts of a cursor. */
const ID = /^[A-Za-z0-9_-]{1,32}$/;

function parseKey(part: string, place: string): CursorKey {
  const colon = part.indexOf(':');
  if (colon < 0) throw new Error(`${place}: must be id:secret, the secret in base64url`);
  const id = part.slice(0, colon);
  if (!ID.test(id)) throw new Error(`${place}: the id must be 1 to 32 characters of A-Z, a-z, 0-9, _ and -`);
  const encoded = part.slice(colon + 1).replace(/=+$/, '');
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.toString('base64url') !== encoded) throw new Error(`${place} ("${id}"): the secret is not base64url`);
  if (bytes.length < SECRET_BYTES_AT_LEAST) {
    throw new Error(
      `${place} ("${id}"): the secret has ${bytes.length} bytes, it needs at least ${SECRET_BYTES_AT_LEAST}`,
    );
  }
  return { id, secret: createSecretKey(bytes) };
}
