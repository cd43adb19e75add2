import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { parseKeyList } from './key-list.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret as stored in the database. */
export interface SealedSecret {
  /** The key it is encrypted with. */
  readonly keyId: string;
  /** Nonce, tag and ciphertext. */
  readonly sealed: Uint8Array;
}

/** The keys that encrypt secrets at rest (AES-256-GCM): the first encrypts, all decrypt. */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly #current: string;

  /**
   * @param text `id:key,id:key`, with keys of 32 bytes in base64url. To rotate, put the new key first, have the secrets
   * encrypted again, then drop the old key.
   * @throws Error that names the invalid key and the reason, but never contains a key
   */
  constructor(text: string) {
    const options = { name: 'secret key', part: 'the key', bytesAtLeast: KEY_BYTES, maxBytes: KEY_BYTES };
    const keys = parseKeyList(text, options);
    this.#keys = new Map(keys.map(({ id, bytes }) => [id, createSecretKey(bytes)]));
    this.#current = keys[0]?.id ?? '';
  }

  /** The key that encrypts new secrets. */
  get currentKeyId(): string {
    return this.#current;
  }

  /** Encrypts a secret. @param owner bound to the ciphertext: it decrypts for no other owner */
  seal(secret: string, owner: string): SealedSecret {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key(this.#current), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return { keyId: this.#current, sealed: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]) };
  }

  /** @throws Error when the key is no longer configured, or the bytes were not encrypted for this owner */
  open({ keyId, sealed }: SealedSecret, owner: string): string {
    const [nonce, tag, encrypted] = partsOf(Buffer.from(sealed));
    const decipher = createDecipheriv(ALGORITHM, this.#key(keyId), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
  }

  #key(id: string): KeyObject {
    const key = this.#keys.get(id);
    if (!key) throw new Error(`a secret is encrypted with the key "${id}", which is not configured`);
    return key;
  }
}

/** A new key, as a {@link KeyRing} reads it. @throws Error if the id cannot be that of a key */
export function newSecretKeyText(id: string): string {
  const text = `${id}:${randomBytes(KEY_BYTES).toString('base64url')}`;
  new KeyRing(text);
  return text;
}

function partsOf(sealed: Buffer): readonly [Buffer, Buffer, Buffer] {
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  return [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES, tagEnd), sealed.subarray(tagEnd)];
}
