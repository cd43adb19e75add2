import { KeyRing } from '../../../platform/core/config/key-ring.ts';

/** The key that encrypts secrets in tests, in the format of WEBHOOKS_SECRET_KEYS. */
export const TEST_SECRET_KEYS = `test:${Buffer.alloc(32, 'a key for tests, and for no more').toString('base64url')}`;

const keys = new KeyRing(TEST_SECRET_KEYS);

/** The configuration that services read in tests. */
export const testConfiguration = {
  WEBHOOKS_SECRET_KEYS: keys,
  IDENTITY_SECRET_KEYS: keys,
  CONSOLE_URL: 'http://localhost/console',
};
