import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../problem/problem.ts';
import { readPatch } from './patch.ts';
import { readFilter } from './read-filter.ts';

const WORDS = [
  ...['userName', 'emails', 'emails[type eq "work"].value', 'name', 'name.givenName', 'active', 'photos', 'id', 'meta'],
  ...['urn:ietf:params:scim:schemas:core:2.0:User:', 'urn:', 'eq', 'and', 'or', 'not', 'pr', 'co', '[', ']', '(', ')'],
  ...['"', '\\', '.', ' ', 'true', 'False', 'null', '1e999', '"x"', '__proto__', 'constructor', '\u0000', '"\\u0000"'],
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 4, unit: 'binary' })), { maxLength: 14 })
  .map((words) => words.join(''));
const KNOWN = { id: 'i', meta: {}, email: 'a@x.example', image: null };
const RUNS = { numRuns: 10_000 };

/** The only way in which reading may fail: a fault of the request. */
function expectFault(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    expect((error as Problem).status).toBe(400);
    expect((error as Problem).extensions.scimType).toMatch(/^(invalid|mutability|noTarget)/);
    return undefined;
  }
}

describe('whatever is sent', () => {
  it('a filter is read completely, or refused', () => {
    fc.assert(
      fc.property(text, (filter) => {
        const wanted = expectFault(() => readFilter(filter));
        if (wanted) expect(Object.keys(wanted).length + Number(/emails/i.test(filter))).toBeGreaterThan(0);
      }),
      RUNS,
    );
  });

  it('a path is read, or refused, and nothing but attributes is set', () => {
    const operation = fc.record(
      {
        op: fc.oneof(fc.constantFrom('add', 'Replace', 'REMOVE'), text),
        path: fc.oneof(text, fc.constant(undefined), fc.anything()),
        value: fc.oneof(text, fc.boolean(), fc.constant(null), fc.dictionary(text, fc.oneof(text, fc.anything()))),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 3 }), (operations) => {
        const given = expectFault(() => readPatch({ Operations: operations }, KNOWN)) as object | undefined;
        for (const [key, value] of Object.entries(given ?? {})) {
          expect(SLOTS).toContain(key);
          expect(key === 'active' ? typeof value === 'boolean' : value === null || typeof value === 'string').toBe(
            true,
          );
        }
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      }),
      RUNS,
    );
  });
});

const SLOTS = [
  ...['userName', 'email', 'displayName', 'formatted', 'givenName', 'familyName', 'image', 'code', 'externalId'],
  'active',
];
