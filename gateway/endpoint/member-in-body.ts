import { isObject } from '../http/received-body.ts';
import { refuse } from '../problem/refusals.ts';
import { blankCodeFaults, identifiersOf, type NamedMember } from './named-member.ts';
import { checkBody } from './request-checks.ts';

/**
 * Rejects a body that names no member or names one more than once (400), or names it by a blank code (422). This check
 * comes before all others of a body (decisions 1.4). A body that is not an object is left to the schema.
 */
export function requireNamedMember(body: unknown): void {
  if (!isObject(body)) return;
  if (identifiersOf(body).length !== 1) refuse('MEMBER_IDENTITY_INVALID');
  checkBody(body, [blankCodeFaults], 422);
}

/** The member that a checked body names. */
export function memberInBody(body: object): NamedMember {
  const [name] = identifiersOf(body);
  if (name === undefined) throw new Error('an accepted body names no member');
  return { identity: { case: name, value: (body as Record<string, string>)[name] as string } };
}
