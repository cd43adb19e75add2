import type { KeyRing } from '../../../platform/core/config/key-ring.ts';
import { hashSecret } from '../domain/secrets.ts';

/** Whom a token is about. */
export interface TokenOwner {
  readonly institutionId: string;
  readonly userId: string;
  /** The hash of the token of a browser, in which alone it serves. */
  readonly browser?: string;
}

/**
 * Tokens that say whom they were made for, and serve for one purpose. They do not expire. Encrypted, so that strangers
 * can make none.
 */
class OwnerTokens {
  /** So that what is encrypted for something else is no token. */
  readonly #purpose: string;

  constructor(purpose: string) {
    this.#purpose = purpose;
  }

  seal(keys: KeyRing, { institutionId, userId, browser }: TokenOwner): string {
    const words = [institutionId, userId, ...(browser === undefined ? [] : [browser])];
    const { keyId, sealed } = keys.seal(words.join(' '), this.#purpose);
    return `${keyId}.${Buffer.from(sealed).toString('base64url')}`;
  }

  /** Null for a text that is no token. */
  open(keys: KeyRing, text: string): TokenOwner | null {
    const [keyId = '', sealed = ''] = text.split('.');
    try {
      const owner = keys.open({ keyId, sealed: Buffer.from(sealed, 'base64url') }, this.#purpose);
      const [institutionId = '', userId = '', browser] = owner.split(' ');
      return { institutionId, userId, ...(browser !== undefined && { browser }) };
    } catch {
      return null;
    }
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
