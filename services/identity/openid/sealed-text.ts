import type { KeyRing } from '../../../platform/core/config/key-ring.ts';

/** What identity must know later, and stores nowhere: the browser keeps it, encrypted. */
export class SealedText<T extends { readonly expiresAt: number }> {
  /** So that what is encrypted for something else is no such text. */
  readonly #purpose: string;

  constructor(purpose: string) {
    this.#purpose = purpose;
  }

  seal(keys: KeyRing, value: T): string {
    const { keyId, sealed } = keys.seal(JSON.stringify(value), this.#purpose);
    return `${keyId}.${Buffer.from(sealed).toString('base64url')}`;
  }

  /** Null for a text that is none, or has expired. @param now epoch milliseconds */
  open(keys: KeyRing, text: string, now: number): T | null {
    const [keyId = '', sealed = ''] = text.split('.');
    try {
      const value: T = JSON.parse(keys.open({ keyId, sealed: Buffer.from(sealed, 'base64url') }, this.#purpose));
      return now < value.expiresAt ? value : null;
    } catch {
      return null;
    }
  }
}
