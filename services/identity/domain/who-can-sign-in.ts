import { OWNER, type RoleName } from '../../../platform/core/roles.ts';
import { refuse } from './refusals.ts';

/** The ways in which an administrator can sign in; who is archived, or about to be, has none. */
interface Ways {
  readonly isActive: boolean;
  readonly passkeys: number;
  readonly hasLink: boolean;
  readonly hasProvider: boolean;
}

/** An administrator as they are, or are about to be. */
export type Standing = Ways & { readonly roles: readonly RoleName[] };

/** A running session does not count: it ends within hours. */
export function canSignIn({ isActive, passkeys, hasLink, hasProvider }: Ways): boolean {
  return isActive && (passkeys > 0 || hasLink || hasProvider);
}

/**
 * Whether a change leaves an owner, and one who can sign in if one could. What has come about by time alone, such as
 * the end of a link, does not keep an institution from anything.
 */
export function leavesOwner(before: readonly Standing[], after: readonly Standing[]): boolean {
  const hasOwner = (all: readonly Standing[], is: (one: Ways) => boolean) =>
    all.some((each) => each.roles.includes(OWNER) && is(each));
  return [({ isActive }: Ways) => isActive, canSignIn].every((is) => hasOwner(after, is) || !hasOwner(before, is));
}

/** Refuses with LAST_ADMINISTRATOR a change that does not leave an owner: see {@link leavesOwner}. */
export function requireOwner(before: readonly Standing[], after: readonly Standing[]): void {
  if (!leavesOwner(before, after)) refuse('LAST_ADMINISTRATOR');
}
