import type { KeyRing } from '../../../platform/core/config/key-ring.ts';
import { hashSecret } from '../domain/secrets.ts';
import { SealedText } from './sealed-text.ts';

/** The administrator a token was made for. */
export interface TokenOwner {
  readonly institutionId: string;
  readonly userId: string;
  /** The hash of the token of a browser, in which alone it serves. */
  readonly browser?: string;
}

/** Tokens that name the administrator they were made for, each for one purpose. They do not expire. */
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
 * The administrator and the browser that a form was shown to. It may stay open for days, and the token only allows
 * keeping what its owner has typed. It is bound to the browser: a person who has read the page could otherwise keep a
 * form for its owner.
 */
export const formTokens = new OwnerTokens('whom a form was shown to');

/** Who got an email, and ends more of them: it works as long as the email is kept, without a session. */
export const unsubscribeTokens = new OwnerTokens('who ends email about problems');

/** The part of a browser's token that a form's token contains. */
export function browserOf(browserToken: string): string {
  return Buffer.from(hashSecret(browserToken)).toString('base64url');
}
