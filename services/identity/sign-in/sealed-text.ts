import type { KeyRing } from '../../../platform/core/config/key-ring.ts';

/** What identity must know later, and stores nowhere: whoever is to bring it back keeps it, encrypted. */
export class SealedText {
  /** So that what is encrypted for something else is no such text. */
  readonly #purpose: string;

  constructor(purpose: string) {
    this.#purpose = purpose;
  }

  seal(keys: KeyRing, text: string): string {
    const { keyId, sealed } = keys.seal(text, this.#purpose);
    return `${keyId}.${Buffer.from(sealed).toString('base64url')}`;
  }

  /** Null for a token that is none. */
  open(keys: KeyRing, token: string): string | null {
    const [keyId = '', sealed = ''] = token.split('.');
    try {
      return keys.open({ keyId, sealed: Buffer.from(sealed, 'base64url') }, this.#purpose);
    } catch {
      return null;
    }
  }
}
