import type { Values, Variable, Variables } from '../../core/config/config.ts';
import { optional, text, url } from '../../core/config/variables.ts';
import { StartError } from '../../core/start-error.ts';
import { type IdentityKey, parseIdentityKeys, parseIdentityPublicKeys, publicKeysOf } from './identity-keys.ts';

/** Private keys, only for identity. */
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
    'public keys of the IDENTITY_KEYS of identity, in the same form; not secret, but may be read from a file',
  secret: true,
  allowed: 'id:key, several with commas',
  parse: parseIdentityPublicKeys,
};

/**
 * The variables with which a service verifies callers; the service that signs identities has only the private keys, and
 * can use an OpenID provider.
 */
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

/** The variables with which identity trusts an OpenID provider for operators. Set the first four, or none. */
export const oidcVariables = {
  OPERATOR_OIDC_ISSUER: optional(
    url(['https'], {
      description: 'OpenID provider of the operators: the issuer in its tokens (`iss`); see docs/deployment.md',
    }),
  ),
  OPERATOR_OIDC_JWKS_URL: optional(url(['https'], { description: 'URL of the keys of the provider (`jwks_uri`)' })),
  OPERATOR_OIDC_AUDIENCE: optional(text({ description: 'audience that tokens must have (`aud`)' })),
  OPERATOR_OIDC_GROUP: optional(
    text({ description: 'group whose members are operators; every operator may do everything' }),
  ),
  OPERATOR_OIDC_GROUPS_CLAIM: text({ description: 'claim that lists the groups', fallback: 'groups' }),
  OPERATOR_OIDC_NAME_CLAIM: text({
    description: 'claim used as the name of the operator in audit records',
    fallback: 'email',
  }),
};

export type OidcConfig = Partial<Values<typeof oidcVariables>>;

/** The provider, and the claims that make a user an operator. */
export interface OidcProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
  readonly group: string;
  readonly groupsClaim: string;
  readonly nameClaim: string;
}

/** The configured provider; undefined without one. Throws a StartError if it is incomplete. */
export function oidcProviderOf(config: OidcConfig): OidcProvider | undefined {
  const {
    OPERATOR_OIDC_ISSUER: issuer,
    OPERATOR_OIDC_JWKS_URL: jwksUrl,
    OPERATOR_OIDC_AUDIENCE: audience,
    OPERATOR_OIDC_GROUP: group,
    OPERATOR_OIDC_GROUPS_CLAIM: groupsClaim = 'groups',
    OPERATOR_OIDC_NAME_CLAIM: nameClaim = 'email',
  } = config;
  if ([issuer, jwksUrl, audience, group].every((each) => each === undefined)) return undefined;
  if (issuer === undefined || jwksUrl === undefined || audience === undefined || group === undefined)
    throw new StartError(
      'OPERATOR_OIDC_ISSUER, OPERATOR_OIDC_JWKS_URL, OPERATOR_OIDC_AUDIENCE and OPERATOR_OIDC_GROUP belong together: set all four, or none.',
    );
  return { issuer, jwksUrl, audience, group, groupsClaim, nameClaim };
}
