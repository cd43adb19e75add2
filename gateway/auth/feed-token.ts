import { hash } from 'node:crypto';
import type { BasicCredentials } from './basic-credentials.ts';

/**
 * What is shown as a calendar feed's token, known by its hash: such a token is its own proof. Null for what cannot be one: it is 32 bytes in base64url.
 * No regular expression: RegExp.input would keep what it last matched.
 */
export function readFeedToken(shown: string): BasicCredentials | null {
  const bytes = Buffer.from(shown, 'base64url');
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== shown) return null;
  return { clientId: hash('sha256', shown, 'base64url'), secret: shown };
}

const TOKEN_BYTES = 32;
