import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Violation } from '../../platform/core/errors/refusal.ts';
import { type Need, requireGrant } from '../../platform/core/grant.ts';
import { isUuid } from '../../platform/core/ids.ts';
import { findBadText } from '../http/well-formed.ts';
import { Problem } from '../problem/problem.ts';
import { bodyFault } from '../problem/problems.ts';
import type { Validate } from '../schema/validate.ts';
import type { QueryValues } from './endpoint-call.ts';
import { parseFields } from './fields.ts';
import type { RouteCall } from './handler.ts';
import { utcText } from './utc-text.ts';

/**
 * The checks that need no stored data (decisions 1.4): path, query and body, in that order. Each throws a Problem that
 * lists all its faults.
 */

const PATH_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Clients may choose the ids of their requests. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Checks the path's parameters: anything of an id's form is accepted here, known or not; anything else is 422
 * (decisions 1.1).
 */
export function checkParams(params: Readonly<Record<string, string>>): void {
  const violations: Violation[] = [];
  for (const [name, value] of Object.entries(params)) {
    if (!(name === 'requestId' ? REQUEST_ID : PATH_ID).test(value)) {
      const message =
        name === 'requestId'
          ? 'must be 1 to 128 characters of A-Z, a-z, 0-9, ., _ and -'
          : 'must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -';
      violations.push({ pointer: `/${name}`, code: 'invalid_string', message });
    }
  }
  if (violations.length > 0)
    throw new Problem(422, 'validation_failed', { detail: 'The path has an invalid id.', violations });
}

/** A query parameter's value; undefined when absent. Throws when it is given twice. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string')
    throw badQuery([{ pointer: `/${name}`, code: 'invalid_value', message: 'must be given once' }]);
  return value;
}

/** The names in `fields`, or undefined when it is absent. */
export function fieldsOf(request: FastifyRequest, known: readonly string[]): readonly string[] | undefined {
  const raw = listText(request, 'fields');
  if (raw === undefined) return undefined;
  const parsed = parseFields(raw, known);
  if ('fault' in parsed) {
    const message = `has the unknown or empty name "${parsed.fault.name.toWellFormed()}"`;
    throw badQuery([{ pointer: '/fields', code: 'invalid_value', message }]);
  }
  return parsed.names;
}

/**
 * Checks the query parameters of a schema that are present, by the schema, then by the rules; unknown ones are ignored
 * (decisions 1.5). Returns date-times in the one form that the services and the database accept, integers as numbers,
 * `true` and `false` as booleans, and ids in one order, without those that no record can have.
 */
export function checkQuery(request: FastifyRequest, schema: TObject, ...checks: readonly Validate[]): QueryValues {
  const texts: Record<string, string> = {};
  const values: Record<string, string | number | readonly string[]> = {};
  const typeOf = (name: string) => schema.properties[name] as Parameter;
  for (const name of Object.keys(schema.properties)) {
    const { type } = typeOf(name);
    const text = type === 'array' ? listText(request, name) : queryValue(request, name);
    if (text === undefined) continue;
    texts[name] = text;
    values[name] =
      type === 'array' ? idsIn(text) : type === 'integer' && PLAIN_INTEGER.test(text) ? Number(text) : text;
  }
  const violations = faultsOf(texts, [findBadText, () => faultsOf(values, checks)]);
  if (violations.length > 0) throw badQuery(violations);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, received(value, typeOf(name))]));
}

/** A value that has passed the checks, as its endpoint receives it. */
function received(
  value: string | number | readonly string[],
  { format, enum: choices }: Parameter,
): QueryValues[string] {
  if (typeof value === 'object') return { ids: value.filter(isUuid) };
  if (typeof value === 'string' && format === 'date-time') return utcText(value);
  return choices?.join() === 'true,false' ? value === 'true' : value;
}

/** The ids in a text, each once; neither their order nor their case matters to a cursor. */
function idsIn(text: string): string[] {
  return [...new Set(text.toLowerCase().split(',').filter(Boolean))].sort();
}

/** The text of a parameter with a list, which may be given more than once: some libraries send arrays so. */
function listText(request: FastifyRequest, name: string): string | undefined {
  const raw = (request.query as Readonly<Record<string, string | string[] | undefined>>)[name];
  return raw === undefined ? undefined : String(raw);
}

interface Parameter {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
}

/** No plus sign, no leading zero, no white space, no fraction, no exponent. */
const PLAIN_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

export function badQuery(violations: readonly Violation[]): Problem {
  return new Problem(400, 'bad_request', { detail: 'The query has invalid parameters.', violations });
}

/** Throws for a request without the body that it needs. */
export function requireBody(body: unknown): void {
  if (body === undefined) throw new Problem(400, 'bad_request', { detail: 'The request needs a JSON body.' });
}

/** Checks the body. Each check may assume that those before it found nothing. */
export function checkBody(body: unknown, checks: readonly Validate[], status: 400 | 422): void {
  const violations = faultsOf(body, checks);
  if (violations.length === 0) return;
  const fault = bodyFault(status);
  throw new Problem(fault.status, fault.code, { detail: BODY_FAULTY, violations });
}

/**
 * Refuses what the caller may not do. Comes after all checks without stored data, and before every call (decisions
 * 1.4).
 */
export function requireGrantOf({ context: { actor, isDryRun } }: RouteCall, need: Need): void {
  if (actor.kind === 'integration') requireGrant(actor.grant, need, isDryRun === true);
}

/** The detail of every answer to an invalid body. */
export const BODY_FAULTY = 'The body has invalid values.';

/** The violations of the first check that finds any: later checks would only repeat them. */
export function faultsOf(value: unknown, checks: readonly Validate[]): readonly Violation[] {
  for (const check of checks) {
    const violations = check(value);
    if (violations.length > 0) return violations;
  }
  return [];
}
