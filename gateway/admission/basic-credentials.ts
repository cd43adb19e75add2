import { isUtf8 } from 'node:buffer';
import { isClientId } from '../../platform/core/ids.ts';

export interface BasicCredentials {
  readonly clientId: string;
  readonly secret: string;
}

/**
 * Returns the credentials of an Authorization header, or null when it holds no valid ones (RFC 7617; decisions 3.5):
 * the scheme in any case, base64 with or without padding, UTF-8, the first colon between id and secret, neither of them
 * empty, no control characters.
 */
export function parseBasic(header: string | undefined): BasicCredentials | null {
  if (header === undefined || header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  let start = SCHEME.length;
  while (header[start] === ' ') start += 1;
  const bytes = decodeBase64(header.slice(start));
  if (!bytes) return null;
  const credentials = split(bytes);
  // The bytes may lie in memory that Node pools and reuses.
  bytes.fill(0);
  return credentials;
}

/** The same, but only for a well-formed client id. */
export function readBasic(header: string): BasicCredentials | null {
  const credentials = parseBasic(header);
  return credentials && isClientId(credentials.clientId) ? credentials : null;
}

const SCHEME = 'basic ';
const COLON = 0x3a;

/** Decoded separately: slices of one text would keep all of it in memory, and the id is a cache key. */
function split(bytes: Buffer): BasicCredentials | null {
  const colon = bytes.indexOf(COLON);
  if (colon < 1 || colon === bytes.length - 1 || !isUtf8(bytes) || bytes.some(isControl)) return null;
  return { clientId: bytes.toString('utf8', 0, colon), secret: bytes.toString('utf8', colon + 1) };
}

function isControl(byte: number): boolean {
  return byte < 0x20 || byte === 0x7f;
}

/**
 * Strict, because Node's own decoder skips characters that are not base64. No regular expression: RegExp.input would
 * keep what it last matched.
 */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  const canonical = bytes.toString('base64');
  const unpadded = canonical.slice(0, Math.ceil((bytes.length * 4) / 3));
  return text === canonical || text === unpadded ? bytes : null;
}
