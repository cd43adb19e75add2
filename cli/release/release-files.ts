import { createHash, type KeyObject } from 'node:crypto';

/** The checksums of all other files but its signature, as `sha256sum` reads them. */
export const SUMS = 'SHA256SUMS';
/** The signature of {@link SUMS}: 64 bytes, Ed25519. */
export const SIGNATURE = 'SHA256SUMS.sig';
export const PROVENANCE = 'provenance.intoto.jsonl';
/** The folder with the manifests, an OCI image layout. */
export const MANIFESTS = 'manifests';

/** SHA-256 by path, and that as {@link SUMS} has it. */
export type Checksums = ReadonlyMap<string, string>;

export function sumsText(checksums: Checksums): string {
  return [...checksums].map(([path, sha256]) => `${sha256}  ${path}\n`).join('');
}

export function parseSums(text: string): Checksums {
  return new Map([...text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)].map(([, sha256 = '', path = '']) => [path, sha256]));
}

/** Names a key: the SHA-256 of its public half, as `openssl pkey -pubin -outform DER | sha256sum` prints it. */
export function fingerprintOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
