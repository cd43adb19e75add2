import type { KeyRing } from '../../../platform/core/config/key-ring.ts';
import { hashSecret } from '../domain/secrets.ts';
import { SealedText } from './sealed-text.ts';

/** Whom a token is about. */
export interface TokenOwner {
  readonly institutionId: string;
  readonly userId: string;
  /** The hash of the token of a browser, in which alone it serves. */
  readonly browser?: string;
}

/** Tokens that say whom they were made for, and serve for one purpose. They do not expire. */
class OwnerTokens {
  readonly #text: SealedText;

  constructor(purpose: string) {
    this.#text = new SealedText(purpose);
  }

  seal(keys: KeyRing, { institutionId, userId, browser = '' }: TokenOwner): string {
    return this.#text.seal(keys, `${institutionId} ${userId} ${browser}`);
  }

  /** Null for a text that is no token. */
  open(keys: KeyRing, token: string): TokenOwner | null {
    const [institutionId, userId, browser] = this.#text.open(keys, token)?.split(' ') ?? [];
    return institutionId && userId ? { institutionId, userId, ...(browser && { browser }) } : null;
  }
}

/**
 * Whom a form was shown to, and in which browser. A form may stay open for days, and the token serves to keep what its
 * owner has typed, nothing else. Not in another browser: whoever has read the page could put words into it.
 */
export const formTokens = new OwnerTokens('whom a form was shown to');

/** Who got an email, and ends more of them: it works as long as the email is kept, without a session. */
export const unsubscribeTokens = new OwnerTokens('who ends email about problems');

/** What a form's token has of a browser's. */
export function browserOf(browserToken: string): string {
  return Buffer.from(hashSecret(browserToken)).toString('base64url');
}
