import { refuse } from './refusals.ts';

/** The ways in which an administrator can sign in; an archived one has none. */
interface Ways {
  readonly passkeys: number;
  readonly hasLink: boolean;
  readonly hasProvider: boolean;
}

/** A running session does not count: it ends within hours. */
export function canSignIn({ passkeys, hasLink, hasProvider }: Ways): boolean {
  return passkeys > 0 || hasLink || hasProvider;
}

/** Refuses with LAST_ADMINISTRATOR a change after which no administrator could sign in. */
export function requireSomebody(administrators: readonly Ways[]): void {
  if (!administrators.some(canSignIn)) refuse('LAST_ADMINISTRATOR');
}
