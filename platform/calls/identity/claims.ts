import type { AdministratorActor, FeedActor, IntegrationActor, Operator } from '../../core/actor.ts';
import { type Grant, grantOf } from '../../core/grant.ts';
import { isUuid } from '../../core/ids.ts';
import { OWNER, rolesOf } from '../../core/roles.ts';

/**
 * The actor that an identity names: an integration with its institution, a client with a calendar feed's token, an
 * administrator in a session, or an operator, who names the institution with each call.
 */
export type Identified = IntegrationActor | FeedActor | AdministratorActor | (Operator & { readonly kind: 'operator' });

/** The signature algorithm of identities (RFC 8037). */
export const ALGORITHM = 'EdDSA';
/** Distinguishes them from other signed tokens (RFC 8725, 3.11). */
export const TYPE = 'lyceum-identity+jwt';
export const ISSUER = 'lyceum';

/** The claim that names the server with the institution's rows, if that is not the first one. */
export const SERVER = 'server';

/** The claims of an identity except issuer, expiry and {@link SERVER}. */
export function claimsOf(who: Identified): Record<string, unknown> {
  if (who.kind === 'operator') return { kind: who.kind, sub: who.id, name: who.name };
  if (who.kind === 'feed') {
    const { kind, feedId, institutionId, scope } = who;
    return { kind, sub: feedId, institution: institutionId, scopeOf: scope.of, scopeId: scope.id };
  }
  if (who.kind === 'administrator') {
    const { kind, userId, institutionId, name, sessionId, roles } = who;
    return { kind, sub: userId, institution: institutionId, name, session: sessionId, roles };
  }
  const { kind, integrationId, institutionId, createdBy, grant } = who;
  return {
    ...{ kind, sub: integrationId, institution: institutionId },
    ...(createdBy === null ? {} : { createdBy }),
    ...(grant.access === 'full' ? {} : { access: grant.access }),
    ...(grant.areas === null ? {} : { areas: grant.areas }),
  };
}

/** Reads claims; null if they name no actor. */
export function readClaims(claims: Readonly<Record<string, unknown>>): Identified | null {
  const { kind, sub, institution, createdBy = null, name, scopeOf: of, scopeId: id, session } = claims;
  // In identities of an earlier release, which knows owners only.
  const { roles = [OWNER] } = claims;
  if (typeof sub !== 'string') return null;
  if (kind === 'operator') return typeof name === 'string' ? Object.freeze({ kind, id: sub, name }) : null;
  if (!isId(sub) || !isId(institution)) return null;
  if (kind === 'feed') {
    if (typeof of !== 'string' || !isId(id)) return null;
    return Object.freeze({ kind, institutionId: institution, feedId: sub, scope: Object.freeze({ of, id }) });
  }
  if (kind === 'administrator') {
    if (typeof name !== 'string' || !isId(session) || !Array.isArray(roles)) return null;
    return Object.freeze({
      ...{ kind, institutionId: institution, userId: sub, name, sessionId: session },
      roles: rolesOf(roles),
    });
  }
  if (kind !== 'integration') return null;
  if (createdBy !== null && !isId(createdBy)) return null;
  const grant = readGrant(claims);
  return grant && Object.freeze({ kind, institutionId: institution, integrationId: sub, createdBy, grant });
}

/** Claims without a limit are those of an earlier release, too. Null for a limit that this one does not know. */
function readGrant({ access = 'full', areas = null }: Readonly<Record<string, unknown>>): Grant | null {
  if (access !== 'full' && access !== 'read') return null;
  if (areas !== null && !Array.isArray(areas)) return null;
  return grantOf(access, areas);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && isUuid(value);
}

/** Whether a text is a valid operator name: nothing that could be mistaken for other content of a line. */
export function isOperatorName(text: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._@+-]{0,99}$/u.test(text);
}

/** The operator of a development system. */
export const LOCAL_OPERATOR = 'local';

/** Whether a text reads like an operator that the installation itself creates: no claim of a provider may. */
export function isReservedOperatorName(text: string): boolean {
  return text.trim().toLowerCase() === LOCAL_OPERATOR;
}
