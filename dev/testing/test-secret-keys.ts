import { KeyRing } from '../../services/webhooks/secrets/key-ring.ts';

/** The key that encrypts secrets in tests, as WEBHOOKS_SECRET_KEYS has it. */
export const TEST_SECRET_KEYS = `test:${Buffer.alloc(32, 'a key for tests, and for no more').toString('base64url')}`;

/** What services read for themselves, in tests. */
export const testConfiguration = { WEBHOOKS_SECRET_KEYS: new KeyRing(TEST_SECRET_KEYS) };
