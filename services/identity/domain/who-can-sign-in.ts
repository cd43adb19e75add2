import { refuse } from './refusals.ts';

/** The ways in which an administrator can sign in; who is archived, or about to be, has none. */
export interface Ways {
  readonly isActive: boolean;
  readonly passkeys: number;
  readonly hasLink: boolean;
  readonly hasProvider: boolean;
}

/** A running session does not count: it ends within hours. */
export function canSignIn({ isActive, passkeys, hasLink, hasProvider }: Ways): boolean {
  return isActive && (passkeys > 0 || hasLink || hasProvider);
}

/**
 * Whether a change leaves an owner, and one who can sign in if one could. What has come about by time alone, such as
 * the end of a link, does not keep an institution from anything.
 */
export function leavesOwner(before: readonly Ways[], after: readonly Ways[]): boolean {
  return [({ isActive }: Ways) => isActive, canSignIn].every((is) => after.some(is) || !before.some(is));
}

/** Refuses with LAST_ADMINISTRATOR a change that does not leave an owner: see {@link leavesOwner}. */
export function requireOwner(before: readonly Ways[], after: readonly Ways[]): void {
  if (!leavesOwner(before, after)) refuse('LAST_ADMINISTRATOR');
}
