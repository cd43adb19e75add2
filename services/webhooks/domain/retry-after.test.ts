import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.parse('2026-10-05T08:00:00Z');

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7_000],
  ['Mon, 05 Oct 2026 08:01:00 GMT', 60_000],
  ['Mon, 05 Oct 2026 07:00:00 GMT', 0],
])('Retry-After: %s', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});

test.each([null, '', '-5', '1.5', 'soon', '2026-10-05T08:01:00Z', 'Mon, 99 Oct 2026 08:01:00 GMT'])(
  '%s requests no wait',
  (header) => {
    expect(retryAfterMs(header, NOW)).toBeNull();
  },
);

test('any header gives a non-negative number of milliseconds, or null', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.bigInt().map(String)), (header) => {
      const ms = retryAfterMs(header, NOW);
      expect(ms === null || ms >= 0).toBe(true);
    }),
  );
});
