import { isClientId } from '../../platform/core/ids.ts';
import type { BasicCredentials } from './basic-credentials.ts';

/**
 * Reads the token of a directory sync from an Authorization header (RFC 6750): its client id, a dot and its secret.
 * Null for anything else. No regular expression: RegExp.input would keep the token in memory.
 */
export function readSyncToken(header: string): BasicCredentials | null {
  if (header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  const token = header.slice(SCHEME.length).trim();
  const dot = token.indexOf('.');
  const [clientId, secret] = [token.slice(0, Math.max(dot, 0)), token.slice(dot + 1)];
  return isClientId(clientId) && secret !== '' ? { clientId, secret } : null;
}

const SCHEME = 'bearer ';
