import type { KeyRing } from '../../../platform/core/config/key-ring.ts';

/** Whom a form was shown to. */
export interface FormOwner {
  readonly institutionId: string;
  readonly userId: string;
}

/**
 * Says of a form whom it was shown to. It does not expire: a form may stay open for days, and the token serves to keep
 * what its owner has typed, nothing else. Encrypted, so that strangers cannot have anything kept.
 */
export function sealFormToken(keys: KeyRing, { institutionId, userId }: FormOwner): string {
  const { keyId, sealed } = keys.seal(`${institutionId} ${userId}`, PURPOSE);
  return `${keyId}.${Buffer.from(sealed).toString('base64url')}`;
}

/** Null for a text that is no token. */
export function openFormToken(keys: KeyRing, text: string): FormOwner | null {
  const [keyId = '', sealed = ''] = text.split('.');
  try {
    const owner = keys.open({ keyId, sealed: Buffer.from(sealed, 'base64url') }, PURPOSE);
    const [institutionId = '', userId = ''] = owner.split(' ');
    return { institutionId, userId };
  } catch {
    return null;
  }
}

/** So that what is encrypted for something else is no token. */
const PURPOSE = 'whom a form was shown to';
