import { expect, it } from 'vitest';
import { instantOfJson } from './json-instant.ts';

it.each([
  ['2026-01-31T12:00:00+00:00', '2026-01-31T12:00:00.000Z'],
  ['2026-01-31T12:00:00.5+00:00', '2026-01-31T12:00:00.500Z'],
  ['2026-01-31T12:00:00.05+00:00', '2026-01-31T12:00:00.050Z'],
  ['9999-12-31T23:59:59.999+00:00', '9999-12-31T23:59:59.999Z'],
])('%s', (json, text) => {
  expect(instantOfJson(json)).toBe(text);
});
