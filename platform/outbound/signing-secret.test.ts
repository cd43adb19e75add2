import { expect, test } from 'vitest';
import { systemIds } from '../core/ids.ts';
import { newSigningSecret } from './signing-secret.ts';

test('a new secret is whsec_ followed by 32 bytes in base64', () => {
  const secret = newSigningSecret(systemIds);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newSigningSecret(systemIds)).not.toBe(secret);
});
