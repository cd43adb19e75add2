import { hash } from 'node:crypto';
import type { BasicCredentials } from './basic-credentials.ts';

/**
 * Reads a calendar feed's token (32 bytes in base64url), with its hash as the client id: the token is its own proof.
 * Null for anything else. No regular expression: RegExp.input would keep the token in memory.
 */
export function readFeedToken(shown: string): BasicCredentials | null {
  const bytes = Buffer.from(shown, 'base64url');
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== shown) return null;
  return { clientId: hash('sha256', shown, 'base64url'), secret: shown };
}

const TOKEN_BYTES = 32;
