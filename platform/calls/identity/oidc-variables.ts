import type { Values } from '../../core/config/config.ts';
import { optional, text, url } from '../../core/config/variables.ts';
import { StartError } from '../../core/start-error.ts';

/** The variables with which directory trusts an OpenID provider for operators. Set the first four, or none. */
export const oidcVariables = {
  OPERATOR_OIDC_ISSUER: optional(
    url(['https'], {
      description:
        'OpenID provider whose tokens say who operators are, as its tokens name it (`iss`); see docs/deployment.md',
    }),
  ),
  OPERATOR_OIDC_JWKS_URL: optional(
    url(['https'], { description: 'where the provider publishes its keys (`jwks_uri`)' }),
  ),
  OPERATOR_OIDC_AUDIENCE: optional(text({ description: 'for whom tokens must have been issued (`aud`)' })),
  OPERATOR_OIDC_GROUP: optional(text({ description: 'group whose members are operators: each may do everything' })),
  OPERATOR_OIDC_GROUPS_CLAIM: text({ description: 'claim that lists groups', fallback: 'groups' }),
  OPERATOR_OIDC_NAME_CLAIM: text({ description: 'claim that is the name in audit records', fallback: 'email' }),
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
