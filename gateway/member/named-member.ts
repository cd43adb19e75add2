import type { Violation } from '../../platform/core/errors/refusal.ts';

/** A member as a request names one: what the services' MemberIdentity wants. */
export interface NamedMember {
  readonly identity: { readonly case: Identifier; readonly value: string };
}

export type Identifier = 'userId' | 'email' | 'code';

const IDENTIFIERS: readonly Identifier[] = ['userId', 'email', 'code'];

/** The identifiers that a body, an item or a query gives, whatever their values: `null` and the empty text are given, too. */
export function identifiersOf(given: object): Identifier[] {
  return IDENTIFIERS.filter((name) => Object.hasOwn(given, name));
}

/** Whether a body or an item gives any of them. */
export function isNaming(given: object): boolean {
  return IDENTIFIERS.some((name) => Object.hasOwn(given, name));
}

/** The fault of a code of white space only, which comes before all other faults (decisions 1.4); none for anything else. */
export function blankCodeFaults(given: unknown): Violation[] {
  const { code } = given as { readonly code?: unknown };
  const isBlank = typeof code === 'string' && code.trim() === '';
  return isBlank ? [{ pointer: '/code', code: 'invalid_string', message: 'must not consist of white space only' }] : [];
}
