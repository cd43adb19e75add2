import { attributeName, selects } from './attribute-path.ts';
import { FilterReader, MOST_READ, type Operand } from './filter-reader.ts';
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
 * match no user.
 */
export function readFilter(text: string): Wanted | null {
  if (text.length > MOST_READ) throw scimFault('invalidFilter', `A filter has at most ${MOST_READ} characters.`);
  const reader = new FilterReader(text);
  const terms = reader.filter();
  if (!terms)
    throw scimFault(
      'invalidFilter',
      `The filter cannot be read from “${reader.rest.slice(0, 100)}” on. It can use eq, joined by and: userName eq "ada@school.example".`,
    );
  const wanted: { email?: string; externalId?: string; id?: string; isArchived?: boolean } = {};
  let isPossible = true;
  /** No user has two different values of one attribute. */
  const want = <K extends keyof typeof wanted>(key: K, value: NonNullable<(typeof wanted)[K]>) => {
    const known = wanted[key];
    isPossible &&= known === undefined || comparable(key, known) === comparable(key, value);
    wanted[key] = value;
  };
  const compare = (name: string, value: Operand | undefined) => {
    if (name === 'active') want('isArchived', !activeOf(value));
    else want(keyOf(name), textOf(value));
  };
  for (const term of terms) {
    const name = attributeName(term.name);
    if (!('all' in term)) compare(name, term.value);
    else {
      if (name !== 'emails') throw unsupported(`the filter of ${term.name.slice(0, 100)}`);
      for (const each of term.all)
        if (each.name.toLowerCase() === 'value') compare('emails.value', each.value);
        else isPossible &&= selects([each], OWN_EMAIL);
      if (term.part !== undefined) compare(attributeName(`${name}.${term.part}`), term.value);
    }
  }
  return isPossible ? wanted : null;
}

/** The constant attributes of a user's only e-mail, without its value. */
const OWN_EMAIL = { type: 'work', primary: true };

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
