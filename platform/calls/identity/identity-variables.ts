import type { Variable, Variables } from '../../core/config/config.ts';
import { type IdentityKey, parseIdentityKeys, parseIdentityPublicKeys, publicKeysOf } from './identity-keys.ts';
import { oidcVariables } from './oidc-variables.ts';

/** Private keys, only for directory. */
export const IDENTITY_KEYS: Variable<IdentityKey[]> = {
  description:
    'private keys that sign caller identities: id:base64url of 32 bytes, comma-separated; the first one signs; lyceum keys create prints one',
  secret: true,
  allowed: 'id:key, several with commas',
  parse: parseIdentityKeys,
};

/** Public keys, for every other service. */
const IDENTITY_PUBLIC_KEYS: Variable<IdentityKey[]> = {
  description:
    'public keys of the IDENTITY_KEYS of directory, in the same form; not secret, but may be read from a file',
  secret: true,
  allowed: 'id:key, several with commas',
  parse: parseIdentityPublicKeys,
};

/** The variables with which a service verifies callers; the service that signs identities has only the private keys, and can use an OpenID provider. */
export function identityVariablesFor(issues: boolean): IdentityVariables {
  return issues ? { IDENTITY_KEYS, ...oidcVariables } : { IDENTITY_PUBLIC_KEYS };
}

interface IdentityVariables extends Variables, Partial<typeof oidcVariables> {
  readonly IDENTITY_KEYS?: Variable<IdentityKey[]>;
  readonly IDENTITY_PUBLIC_KEYS?: Variable<IdentityKey[]>;
}

/** The keys with which a service verifies identities. */
export function verificationKeysOf(config: {
  readonly IDENTITY_KEYS?: readonly IdentityKey[] | undefined;
  readonly IDENTITY_PUBLIC_KEYS?: readonly IdentityKey[] | undefined;
}): readonly IdentityKey[] {
  return config.IDENTITY_PUBLIC_KEYS ?? publicKeysOf(config.IDENTITY_KEYS ?? []);
}
