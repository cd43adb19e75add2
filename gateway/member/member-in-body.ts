import { checkBody } from '../endpoint/request-checks.ts';
import { refuse } from '../problem/refusals.ts';
import { blankCodeFaults, identifiersOf, type NamedMember } from './named-member.ts';

/**
 * Refuses a body that names no member, or that names one more than once (400), or by a blank code (422): the first of all faults that a body
 * can have (decisions 1.4). What is no object is left to the schema.
 */
export function requireNamedMember(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  if (identifiersOf(body).length !== 1) refuse('MEMBER_IDENTITY_INVALID');
  checkBody(body, [blankCodeFaults], 422);
}

/** The member of a body that was checked. */
export function memberInBody(body: object): NamedMember {
  const [name] = identifiersOf(body);
  if (name === undefined) throw new Error('a body was accepted that names no member');
  return { identity: { case: name, value: (body as Record<string, string>)[name] as string } };
}
