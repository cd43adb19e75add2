import { hkdfSync } from 'node:crypto';

/**
 * The key with which files are kept for a session. It is made of the token in the cookie, which is stored nowhere: once
 * the session has ended, its files cannot be read.
 * @param token the session's
 */
export function fileKeyOf(token: string): string {
  return Buffer.from(hkdfSync('sha256', token, '', 'files of a session', 32)).toString('base64url');
}
