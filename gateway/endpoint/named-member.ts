import type { Call } from '../../platform/calls/caller.ts';
import { Refusal, type Violation } from '../../platform/core/errors/refusal.ts';
import { MemberService } from '../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { refusals } from '../problem/refusals.ts';
import { repeated } from '../problem/repeated.ts';

/** A member as a request names it: the services' MemberIdentity. */
export interface NamedMember {
  readonly identity: { readonly case: Identifier; readonly value: string };
}

export type Identifier = 'userId' | 'email' | 'code';

const IDENTIFIERS: readonly Identifier[] = ['userId', 'email', 'code'];

/** The identifiers that a body, an item or a query has, whatever their values: `null` and the empty text count, too. */
export function identifiersOf(given: object): Identifier[] {
  return IDENTIFIERS.filter((name) => Object.hasOwn(given, name));
}

/** Whether a body or an item has any of them. */
export function isNaming(given: object): boolean {
  return IDENTIFIERS.some((name) => Object.hasOwn(given, name));
}

/**
 * The violation for a code of white space only, which comes before all others (decisions 1.4); empty for anything else.
 */
export function blankCodeFaults(given: unknown): Violation[] {
  const { code } = given as { readonly code?: unknown };
  const isBlank = typeof code === 'string' && code.trim() === '';
  return isBlank ? [{ pointer: '/code', code: 'invalid_string', message: 'must not consist of white space only' }] : [];
}

/**
 * A refusal as the client sees it: if no member has the given code, the message names the code, so that a record of a
 * refused punch names the badge.
 */
export function namingCode(refusal: Refusal, code: unknown): Refusal {
  if (refusal.code !== 'MEMBER_NOT_FOUND' || typeof code !== 'string') return refusal;
  const message = `No active member has the code ${repeated(code)}.`;
  return new Refusal({ ...refusals.MEMBER_NOT_FOUND, message }, { cause: refusal });
}

/**
 * The id of the active member that a request names; undefined if no member has the name. An id is returned without a
 * look-up: the service refuses an unknown one.
 */
export async function memberIdOf({ identity }: NamedMember, call: Call): Promise<string | undefined> {
  if (identity.case === 'userId') return identity.value.toLowerCase();
  const { user } = await call(MemberService.method.resolveMember, { identity: { identity } }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'MEMBER_NOT_FOUND') return { user: undefined };
      throw error;
    },
  );
  return user?.id;
}
