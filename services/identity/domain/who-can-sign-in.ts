import { OWNER, type RoleName } from '../../../platform/core/roles.ts';
import { refuse } from './refusals.ts';

/** The ways in which an administrator can sign in; an archived one has none. */
interface Ways {
  readonly passkeys: number;
  readonly hasLink: boolean;
  readonly hasProvider: boolean;
}

/** An administrator with the roles that are about to be. */
type WithRoles = Ways & { readonly roles: readonly RoleName[] };

/** A running session does not count: it ends within hours. */
export function canSignIn({ passkeys, hasLink, hasProvider }: Ways): boolean {
  return passkeys > 0 || hasLink || hasProvider;
}

/** Refuses with LAST_ADMINISTRATOR a change after which no administrator could sign in. */
export function requireSomebody(administrators: readonly Ways[]): void {
  if (!administrators.some(canSignIn)) refuse('LAST_ADMINISTRATOR');
}

/**
 * Refuses with LAST_ADMINISTRATOR a change after which the institution has no owner, or none who can sign in although one
 * could before.
 */
export function requireOwner(before: readonly WithRoles[], after: readonly WithRoles[]): void {
  const owners = after.filter(isOwner);
  if (owners.length === 0 || (before.filter(isOwner).some(canSignIn) && !owners.some(canSignIn)))
    refuse('LAST_ADMINISTRATOR');
}

function isOwner({ roles }: WithRoles): boolean {
  return roles.includes(OWNER);
}
