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
  ['Monday, 05-Oct-26 08:01:00 GMT', 60_000],
  ['Mon Oct  5 08:01:00 2026', 60_000],
  ['Mon, 05 Oct 2026 08:00:60 GMT', 60_000],
  // Not more than fifty years ahead.
  ['Monday, 05-Oct-76 08:00:00 GMT', Date.parse('2076-10-05T08:00:00Z') - NOW],
  ['Monday, 05-Oct-76 08:00:01 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
])('Retry-After: %s', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});

test.each([
  null,
  '',
  '-5',
  '1.5',
  'soon',
  '2026-10-05T08:01:00Z',
  'Mon, 99 Oct 2026 08:01:00 GMT',
  'Tue, 31 Feb 2026 08:01:00 GMT',
  'Mon, 05-Oct-26 08:01:00 GMT',
  'Mon Oct 5 08:01:00 2026',
  'Mon, 05 Oct 2026 24:00:00 GMT',
])('%s requests no wait', (header) => {
  expect(retryAfterMs(header, NOW)).toBeNull();
});

test('any header gives a non-negative number of milliseconds, or null', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.bigInt().map(String)), (header) => {
      const ms = retryAfterMs(header, NOW);
      expect(ms === null || ms >= 0).toBe(true);
    }),
  );
});

const LONG_DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

test('an instant is the same in the three forms of an HTTP date', () => {
  const now = fc.date({ min: new Date('1970-01-01'), max: new Date('2300-01-01'), noInvalidDate: true });
  // Two digits of a year name one of a hundred years.
  const aheadMs = fc.integer({ min: -49 * 365 * 86_400, max: 49 * 365 * 86_400 }).map((seconds) => seconds * 1_000);
  fc.assert(
    fc.property(now, aheadMs, (from, ahead) => {
      const at = new Date(Math.floor(from.getTime() / 1_000) * 1_000 + ahead);
      const fixed = at.toUTCString();
      const [, day = '', month, year = '', time] = fixed.split(' ');
      const forms = [
        fixed,
        `${LONG_DAYS[at.getUTCDay()]}, ${day}-${month}-${year.slice(-2)} ${time} GMT`,
        `${fixed.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`,
      ];
      const ms = Math.max(0, at.getTime() - from.getTime());
      expect(forms.map((form) => retryAfterMs(form, from.getTime()))).toEqual([ms, ms, ms]);
    }),
  );
});
