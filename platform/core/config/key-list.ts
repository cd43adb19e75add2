/** A key of a variable that lists several keys. */
export interface ListedKey {
  readonly id: string;
  readonly bytes: Buffer;
}

interface KeyListOptions {
  /** The name of a key in errors: `cursor key`. */
  readonly name: string;
  /** The name of the part after the colon: `the secret`. */
  readonly part: string;
  readonly bytesAtLeast: number;
  readonly maxBytes?: number;
}

/**
 * Reads the keys of a variable: `id:key,id:key`, keys in base64url, the signing key first.
 * @throws Error that names the invalid key by its position or id and the reason, and never contains key bytes.
 */
export function parseKeyList(text: string, options: KeyListOptions): ListedKey[] {
  const keys: ListedKey[] = [];
  for (const [index, part] of text.split(',').entries()) {
    const label = `${options.name} ${index + 1}`;
    const key = parseKey(part.trim(), label, options);
    if (keys.some(({ id }) => id === key.id)) throw new Error(`${label}: the id "${key.id}" is used twice`);
    keys.push(key);
  }
  return keys;
}

/** No dot: it separates the parts of signed texts. */
const ID = /^[A-Za-z0-9_-]{1,32}$/;

function parseKey(text: string, label: string, { part, bytesAtLeast, maxBytes }: KeyListOptions): ListedKey {
  const colon = text.indexOf(':');
  if (colon < 0) throw new Error(`${label}: must be id:secret, ${part} in base64url`);
  const id = text.slice(0, colon);
  if (!ID.test(id)) throw new Error(`${label}: the id must be 1 to 32 characters of A-Z, a-z, 0-9, _ and -`);
  const encoded = text.slice(colon + 1).replace(/=+$/, '');
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.toString('base64url') !== encoded) throw new Error(`${label} ("${id}"): ${part} is not base64url`);
  if (bytes.length < bytesAtLeast) {
    throw new Error(`${label} ("${id}"): ${part} has ${bytes.length} bytes, it needs at least ${bytesAtLeast}`);
  }
  if (bytes.length > (maxBytes ?? bytes.length))
    throw new Error(`${label} ("${id}"): ${part} has ${bytes.length} bytes, it may have at most ${maxBytes}`);
  return { id, bytes };
}
