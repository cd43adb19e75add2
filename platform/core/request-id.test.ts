import { expect, it } from 'vitest';
import { requestIdOf, systemIds } from './ids.ts';

const ids = { newRequestId: () => 'new' };

it.each([
  'a',
  'nightly-import.2026-11-28_17',
  '0199e6a7-1c2d-7f3e-8a4b-5c6d7e8f9a0b',
  '0199E6A7-1C2D-7F3E-8A4B-5C6D7E8F9A0B',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '01K3Z5TQ8N6V4B2M0X9W7R5Y3H',
  'V1StGXR8_Z5jdHi6B-myT',
  'a'.repeat(128),
])('keeps %s', (given) => {
  expect(requestIdOf(given, ids)).toBe(given);
});

it.each([
  undefined,
  null,
  '',
  'a b',
  'a'.repeat(129),
  systemIds.newSecret(),
  `job-${systemIds.newSecret()}`,
  `${systemIds.newSecret()}.1`,
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
])('replaces %s', (given) => {
  expect(requestIdOf(given, ids)).toBe('new');
});
