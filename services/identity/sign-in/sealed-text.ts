import type { KeyRing } from '../../../platform/core/config/key-ring.ts';

/** Text that identity needs later and does not store: the browser or the email keeps it, encrypted, and returns it. */
export class SealedText {
  /** The purpose: a text that was encrypted for another one cannot be opened. */
  readonly #purpose: string;

  constructor(purpose: string) {
    this.#purpose = purpose;
  }

  seal(keys: KeyRing, text: string): string {
    const { keyId, sealed } = keys.seal(text, this.#purpose);
    return `${keyId}.${Buffer.from(sealed).toString('base64url')}`;
  }

  /** Null for an invalid token. */
  open(keys: KeyRing, token: string): string | null {
    const [keyId = '', sealed = ''] = token.split('.');
    try {
      return keys.open({ keyId, sealed: Buffer.from(sealed, 'base64url') }, this.#purpose);
    } catch {
      return null;
    }
  }
}
