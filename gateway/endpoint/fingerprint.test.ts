import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JSON_UNITS } from '../../test/support/json-units.ts';
import { fingerprint } from './idempotency-key.ts';

function of(json: string): string {
  return fingerprint('POST', '/api/v4/users', JSON.parse(json));
}

describe('fingerprint', () => {
  test.each([
    ['array order', '[1,2]', '[2,1]'],
    ['a string for a number', '{"a":1}', '{"a":"1"}'],
    ['null for nothing', '{"a":null}', '{}'],
    ['an empty array for an empty object', '{"a":[]}', '{"a":{}}'],
    ['where one string ends', '["a","b"]', '["a\\",\\"b"]'],
    ['a lone surrogate', '"\\ud800"', '"\\ufffd"'],
    ['__proto__', '{"__proto__":{"a":1}}', '{}'],
    ['depth', `${'['.repeat(64)}1${']'.repeat(64)}`, `${'['.repeat(64)}2${']'.repeat(64)}`],
  ])('depends on %s', (_what, one, other) => {
    expect(of(one)).not.toBe(of(other));
  });

  test('depends on method and path, and on whether there is a body', () => {
    const prints = [
      fingerprint('POST', '/a', {}),
      fingerprint('PUT', '/a', {}),
      fingerprint('POST', '/b', {}),
      fingerprint('POST', '/a', undefined),
      fingerprint('POST', '/a', null),
      fingerprint('POST', '/a', ''),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });

  test('is the same for equal values and different for different ones', () => {
    const json = fc.jsonValue({ maxDepth: 5, stringUnit: JSON_UNITS });
    fc.assert(
      fc.property(json, json, (one, other) => {
        const same = sorted(one) === sorted(other);
        expect(of(JSON.stringify(one)) === of(JSON.stringify(other))).toBe(same);
        expect(of(JSON.stringify(reversed(one)))).toBe(of(JSON.stringify(one)));
      }),
    );
  });
});

/** Reference implementation of canonical text. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(byName)) : inner,
  );
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** The same value with the properties of its objects in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
