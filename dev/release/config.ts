import { createPrivateKey, type KeyObject } from 'node:crypto';

/** What `npm run release` reads of its environment. */
export const releaseVariables = {
  RELEASE_SIGNING_KEY: {
    description: 'private key that signs a release, PEM (Ed25519); openssl genpkey -algorithm ed25519 prints a new one',
    secret: true,
    allowed: 'PEM',
    parse: parseKey,
  },
};

function parseKey(text: string): KeyObject {
  const key = createPrivateKey(text);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`is a key of the type ${key.asymmetricKeyType}, not ed25519`);
  return key;
}
