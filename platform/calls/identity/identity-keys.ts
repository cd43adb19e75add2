import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { parseKeyList } from '../../core/config/key-list.ts';

/** An Ed25519 key; every identity that it signed contains its id. */
export interface IdentityKey {
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * Reads private keys that sign identities: `id:key,id:key`, each 32 bytes in base64url, the signing one first.
 * @throws Error that says which key is wrong and how, but never shows one.
 */
export function parseIdentityKeys(text: string): IdentityKey[] {
  return parseKeyList(text, { ...BYTES, name: 'identity key' }).map(({ id, bytes }) => ({
    id,
    key: createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' }),
  }));
}

/**
 * Reads public keys that verify identities, as {@link publicKeysText} writes them.
 * @throws Error that says which key is wrong and how.
 */
export function parseIdentityPublicKeys(text: string): IdentityKey[] {
  return parseKeyList(text, { ...BYTES, name: 'public identity key' }).map(({ id, bytes }) => ({
    id,
    key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' }),
  }));
}

/** The public keys of private keys. */
export function publicKeysOf(keys: readonly IdentityKey[]): IdentityKey[] {
  return keys.map(({ id, key }) => ({ id, key: createPublicKey(key) }));
}

/** The public keys of private keys, in the format of IDENTITY_PUBLIC_KEYS. */
export function publicKeysText(keys: readonly IdentityKey[]): string {
  return publicKeysOf(keys)
    .map(({ id, key }) => `${id}:${key.export({ format: 'jwk' }).x}`)
    .join();
}

/** A new private key, in the format of IDENTITY_KEYS. */
export function newIdentityKeyText(id: string): string {
  return `${id}:${randomBytes(KEY_BYTES).toString('base64url')}`;
}

const KEY_BYTES = 32;
const BYTES = { part: 'the key', bytesAtLeast: KEY_BYTES, maxBytes: KEY_BYTES };
/** The prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
