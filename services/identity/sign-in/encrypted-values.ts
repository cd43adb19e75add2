import type { KeyRing, SealedSecret } from '../../../platform/core/config/key-ring.ts';

type Values = Readonly<Record<string, string>>;

/** Encrypts the values of a form: they may be personal data, and copies of the database keep them for longer. */
export function sealValues(keys: KeyRing, values: Values): SealedSecret {
  return keys.seal(JSON.stringify(values), PURPOSE);
}

/** Null if the key is no longer configured. */
export function openValues(keys: KeyRing, sealed: SealedSecret): Values | null {
  try {
    return JSON.parse(keys.open(sealed, PURPOSE));
  } catch {
    return null;
  }
}

const PURPOSE = 'what was typed into a form';
