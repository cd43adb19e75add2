import type { FastifyRequest } from 'fastify';
import { findBadText } from '../http/well-formed.ts';
import { Problem } from '../problem/problem.ts';
import { refuse } from '../problem/refusals.ts';
import { MemberQuery } from '../schema/member.ts';
import { compileValidator } from '../schema/validate.ts';
import { blankCodeFaults, identifiersOf, type NamedMember } from './named-member.ts';
import { faultsOf } from './request-checks.ts';

/**
 * The member that a query names. None or several, including one identifier given twice, is 400 as everywhere; an
 * invalid identifier is 422, as in a body. Both come before all other faults of the query (decisions 1.4, 10.1).
 */
export function memberInQuery(request: FastifyRequest): NamedMember {
  const query = request.query as Record<string, unknown>;
  const [name, ...others] = identifiersOf(query);
  if (name === undefined || others.length > 0) refuse('MEMBER_IDENTITY_INVALID');
  const value = query[name];
  if (typeof value !== 'string') refuse('MEMBER_IDENTITY_INVALID');
  const violations = faultsOf({ [name]: value }, CHECKS);
  if (violations.length > 0) {
    throw new Problem(422, 'validation_failed', { detail: QUERY_FAULTY, violations });
  }
  return { identity: { case: name, value } };
}

/** The detail of the answer to an invalid identifier in the query. */
export const QUERY_FAULTY = 'The query names the member with an invalid value.';

const CHECKS = [blankCodeFaults, findBadText, compileValidator(MemberQuery)];
