import type { FastifyRequest } from 'fastify';
import type { Violation } from '../../services/chassis/errors/refusal.ts';
import { Problem } from '../problem/problem.ts';
import { bodyFault } from '../problem/problems.ts';
import type { Validate } from '../schema/validate.ts';
import { findBadText } from '../text/well-formed.ts';

/** The checks that need no stored data (decisions 1.4): path, query and body, in that order. Each throws a Problem with all its faults. */

const PATH_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Path parameters: what could be an id is one, known or not; anything else is 422 (decisions 1.1). */
export function checkParams(params: Readonly<Record<string, string>>): void {
  const violations: Violation[] = [];
  for (const [name, value] of Object.entries(params)) {
    if (!PATH_ID.test(value)) {
      violations.push({
        pointer: `/${name}`,
        code: 'invalid_string',
        message: 'must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -',
      });
    }
  }
  if (violations.length > 0)
    throw new Problem(422, 'validation_failed', { detail: 'The path has an invalid id.', violations });
}

/** A query parameter's value; undefined when absent. Given twice it is a fault. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string')
    throw badQuery([{ pointer: `/${name}`, code: 'invalid_value', message: 'must be given once' }]);
  return value;
}

/** The given query parameters, those of them that are present, checked by the schema. Unknown ones are ignored (decisions 1.5). */
export function checkQuery(
  request: FastifyRequest,
  names: readonly string[],
  validate: Validate,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = queryValue(request, name);
    if (value !== undefined) values[name] = value;
  }
  const violations = [...findBadText(values), ...validate(values)];
  if (violations.length > 0) throw badQuery(violations);
  return values;
}

export function badQuery(violations: readonly Violation[]): Problem {
  return new Problem(400, 'bad_request', { detail: 'The query has invalid parameters.', violations });
}

/** The body: JSON text first, then the schema. */
export function checkBody(body: unknown, validate: Validate, status: 400 | 422): void {
  if (body === undefined) throw new Problem(400, 'bad_request', { detail: 'The request needs a JSON body.' });
  const bad = findBadText(body);
  const violations = bad.length > 0 ? bad : validate(body);
  if (violations.length === 0) return;
  const fault = bodyFault(status);
  throw new Problem(fault.status, fault.code, { detail: 'The body has invalid values.', violations });
}
