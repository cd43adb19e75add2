import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from './json-outline.ts';
import { findBadText } from './well-formed.ts';

const WITHOUT_END = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };
const of = (text: string, bounds = WITHOUT_END) => outlineOf(Buffer.from(text), bounds);

/** The reference implementation: counts in the parsed value. */
function counted(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(counted);
  return {
    values: inner.reduce((sum, { values }) => sum + values, 1),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

describe('values and depth', () => {
  it('equal what a parser finds, whatever strings, escapes and white space there are', () => {
    fc.assert(
      fc.property(anyJson, fc.array(fc.constantFrom(' ', '\n', '\t', '\r'), { maxLength: 3 }), (value, space) => {
        const text = JSON.stringify(value, null, space.join(''));
        for (const spelling of [text, escaped(text)]) {
          const { values, depth } = of(spelling);
          expect({ values, depth }).toEqual(counted(JSON.parse(spelling)));
        }
      }),
    );
  });

  it('stop at the bound that is exceeded first', () => {
    expect(of('[1,2,3,4,5]', { values: 3, depth: 64 }).values).toBe(4);
    expect(of('[[[[[[1]]]]]]', { values: 3, depth: 2 }).depth).toBe(3);
    expect(of('['.repeat(1_000_000), { values: 50_000, depth: 64 }).depth).toBe(65);
    expect(of('[1,2,3]', { values: 4, depth: 1 })).toEqual({ values: 4, depth: 1, mayHoldBadText: false });
  });
});

describe('bad text', () => {
  it.each([
    ['\\u0000', true],
    ['\\ud800', true],
    ['\\uDFFF', true],
    ['\\ud83d\\ude00', true],
    ['\\\\\\u0000', true],
    ['\\\\u0000', false],
    ['\\u0001', false],
    ['\\u0100', false],
    ['\\ud7ff', false],
    ['\\uD7FF', false],
    ['\\u1d80', false],
    ['\\ue000', false],
    ['😀 \\n\\t\\"', false],
  ])('%s', (text, may) => {
    expect([of(`"${text}"`).mayHoldBadText, of(`{"${text}":1}`).mayHoldBadText]).toEqual([may, may]);
  });

  it('is always reported when a text contains it', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        for (const text of [JSON.stringify(value), escaped(JSON.stringify(value))]) {
          if (findBadText(JSON.parse(text)).length > 0) expect(of(text).mayHoldBadText).toBe(true);
        }
      }),
    );
  });
});

it('bytes that are not JSON are read to their end, and not beyond', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('"', '\\', '[', '{', ']', '}', ',', 'u', '0', 'd', ' ')), (characters) => {
      expect(of(characters.join('')).values).toBeGreaterThan(0);
    }),
  );
});

/** Includes texts that look like structure, and all that must be escaped. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'u', '0', '\0', '\ud800', '😀', '\n') }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const { value: anyJson } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.constantFrom(null, true, false, 0),
    fc.array(tie('value'), { maxLength: 4 }),
    // Built from entries, so that a name `__proto__` is an own property like any other.
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

/** The same JSON text with every character of its strings written as a `\u` escape where that is possible. */
function escaped(json: string): string {
  const inString = /"(?:[^"\\]|\\.)*"/g;
  return json.replaceAll(
    inString,
    (string) =>
      `"${string.slice(1, -1).replaceAll(/\\u[0-9a-f]{4}|\\.|[^\\]/gs, (unit) => (unit.length > 1 ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`))}"`,
  );
}
