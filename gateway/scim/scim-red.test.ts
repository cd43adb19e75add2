import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../problem/problem.ts';
import { readPath } from './attribute-path.ts';
import { FilterReader } from './filter-reader.ts';
import { readPatch } from './patch.ts';
import { readFilter } from './read-filter.ts';

const WORDS = [
  ...['userName', 'emails', 'emails[type eq "work"].value', 'name', 'name.givenName', 'active', 'photos', 'id', 'meta'],
  ...['urn:ietf:params:scim:schemas:core:2.0:User:', 'urn:', 'eq', 'and', 'or', 'not', 'pr', 'co', '[', ']', '(', ')'],
  ...['"', '\\', '.', ' ', 'true', 'False', 'null', '1e999', '"x"', '__proto__', 'constructor', '\u0000', '"\\u0000"'],
];
const words = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 4, unit: 'binary' })), { maxLength: 14 })
  .map((words) => words.join(''));
/** Quotations that nobody closes, and brackets, with as much in them as a request may have. */
const opened = fc
  .tuple(
    fc.constantFrom('userName eq "', 'emails[type eq "', 'emails[type eq "work" and value eq "', '((', 'a[b[', ''),
    fc.array(fc.constantFrom('\n', '\r\n', '\\', '\\\n', '\\"', '"', '\u2028', ' ', '(', '[', 'a', 'a eq 1 and '), {
      minLength: 100,
      maxLength: 990,
      size: 'max',
    }),
    fc.constantFrom('', '"', '"]', ')', '].value'),
  )
  .map((parts) => parts.flat().join(''));
const text = fc.oneof({ weight: 9, arbitrary: words }, opened);
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

describe('a text that is hundreds of times too long is looked at once: with its square, this would not end in time', () => {
  it.each([
    ['line breaks in an open quotation', (n: number) => `userName eq "${'\n'.repeat(n)}`],
    ['line breaks in an open quotation in brackets', (n: number) => `emails[type eq "${'\n'.repeat(n)}`],
    ['quotation marks', (n: number) => `a eq ${'"'.repeat(n)}`],
    ['backslashes', (n: number) => `a eq "${'\\'.repeat(n)}`],
    ['quoted quotation marks', (n: number) => `a eq "${'\\"'.repeat(n)}`],
    ['blanks', (n: number) => `a${' '.repeat(n)}!`],
    ['parentheses', (n: number) => '('.repeat(n)],
    ['closed parentheses', (n: number) => `${'('.repeat(n)}a eq 1${')'.repeat(n)} x`],
    ['terms', (n: number) => `${'a eq 1 and '.repeat(n)} x`],
    ['brackets', (n: number) => 'a['.repeat(n)],
    ['a word', (n: number) => `${'a'.repeat(n)} x`],
  ])('%s', (_, textOf) => {
    const text = textOf(100_000);
    for (const read of ['filter', 'valuePath'] as const) expect(new FilterReader(text)[read]()).toBeNull();
  });
});

it('1,000 characters are read, and no more', () => {
  const filter = (length: number) => `userName eq "${'a'.repeat(length - 14)}"`;
  expect(readFilter(filter(1_000))).toEqual({ email: 'a'.repeat(986) });
  expect(() => readFilter(filter(1_001))).toThrow(/at most 1000 characters/);
  const path = (length: number) => `emails[type eq "work" and value eq "${'a'.repeat(length - 38)}"]`;
  expect(readPath(path(1_000)).filter).toHaveLength(2);
  expect(() => readPath(path(1_001))).toThrow(/at most 1000 characters/);
});

const SLOTS = [
  ...['userName', 'email', 'displayName', 'formatted', 'givenName', 'familyName', 'image', 'code', 'externalId'],
  'active',
];
