import { parse } from 'scim2-parse-filter';
import { attributeName, type Filter, selects } from './attribute-path.ts';
import { scimFault } from './scim-fault.ts';
import { booleanOf } from './scim-values.ts';

/** Which users a filter finds. */
export interface Wanted {
  readonly email?: string;
  readonly externalId?: string;
  readonly id?: string;
  readonly isArchived?: boolean;
}

/**
 * Reads a filter (RFC 7644, 3.4.2.2): `eq` of userName, externalId, id, the e-mail's value and active, joined by `and`.
 * Anything else is the fault `invalidFilter`: a filter that were ignored would find the wrong people. Null if it can
 * find nobody.
 */
export function readFilter(text: string): Wanted | null {
  const values: string[] = [];
  let parsed: Filter;
  try {
    // The library reads escapes in texts differently from JSON, which is their syntax.
    parsed = parse(text.replaceAll(TEXT, (literal) => `"${values.push(JSON.parse(literal) as string) - 1}"`));
  } catch {
    throw scimFault(
      'invalidFilter',
      'The filter has a syntax error. A filter looks like this: userName eq "ada@school.example".',
    );
  }
  const wanted: { email?: string; externalId?: string; id?: string; isArchived?: boolean } = {};
  let isPossible = true;
  /** Two different values of one attribute are nobody's. */
  const want = <K extends keyof typeof wanted>(key: K, value: NonNullable<(typeof wanted)[K]>) => {
    const known = wanted[key];
    isPossible &&= known === undefined || comparable(key, known) === comparable(key, value);
    wanted[key] = value;
  };
  for (const term of termsOf(parsed, values)) {
    if (term.op === '[]') isPossible &&= selects(term.filter, OWN_EMAIL);
    else if (term.name === 'active') want('isArchived', !activeOf(term.value));
    else want(keyOf(term.name), textOf(term.value));
  }
  return isPossible ? wanted : null;
}

const TEXT = /"(?:[^"\\]|\\.)*"/gs;

/** What is known of a user's one e-mail but its value. */
const OWN_EMAIL = { type: 'work', primary: true };

type Term =
  | { readonly op: 'eq'; readonly name: string; readonly value: unknown }
  | { readonly op: '[]'; readonly filter: Filter };

function termsOf(filter: Filter, values: readonly string[]): Term[] {
  switch (filter.op) {
    case 'and':
      return filter.filters.flatMap((each) => termsOf(each, values));
    case 'eq': {
      const { attrPath, compValue } = filter;
      const value = typeof compValue === 'string' ? values[Number(compValue)] : compValue;
      return [{ op: 'eq', name: attributeName(attrPath), value }];
    }
    case '[]': {
      if (attributeName(filter.attrPath) !== 'emails') throw unsupported(`the filter of ${filter.attrPath}`);
      return termsOf(filter.valFilter, values).map((term): Term => {
        if (term.op === '[]') throw unsupported('a filter within a filter');
        if (term.name === 'value') return { ...term, name: 'emails.value' };
        return { op: '[]', filter: { op: 'eq', attrPath: term.name, compValue: term.value as string } };
      });
    }
    default:
      throw unsupported(`the operator ${filter.op}`);
  }
}

function keyOf(name: string): 'email' | 'externalId' | 'id' {
  if (name === 'username' || name === 'emails' || name === 'emails.value') return 'email';
  if (name === 'externalid') return 'externalId';
  if (name === 'id') return 'id';
  throw unsupported(`the attribute ${name.slice(0, 100)}`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw scimFault(
    'invalidFilter',
    'Compare userName, externalId, id and emails.value with a string in double quotes, such as userName eq "ada@school.example".',
  );
}

function activeOf(value: unknown): boolean {
  return booleanOf(value) ?? fail();
  function fail(): never {
    throw scimFault('invalidFilter', 'Compare active with true or false, such as active eq true.');
  }
}

function comparable(key: keyof Wanted, value: string | boolean): string | boolean {
  return key === 'email' && typeof value === 'string' ? value.trim().toLowerCase() : value;
}

function unsupported(what: string) {
  return scimFault(
    'invalidFilter',
    `A filter can compare userName, externalId, id, emails.value and active with eq, joined by and. It cannot use ${what}.`,
  );
}
