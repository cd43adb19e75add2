import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LocalDays } from './local-days.ts';

const split = (timeZone: string, from: string, to: string) =>
  [...new LocalDays(timeZone).split(Date.parse(from), Date.parse(to))].map(({ day, from, to }) => [day, to - from]);
const HOUR = 3_600_000;

it('splits at local midnights, also on days of 23 and 25 hours', () => {
  expect(split('Europe/Berlin', '2026-10-23T21:00:00Z', '2026-10-26T00:00:00Z')).toEqual([
    ['2026-10-23', HOUR],
    ['2026-10-24', 24 * HOUR],
    ['2026-10-25', 25 * HOUR],
    ['2026-10-26', HOUR],
  ]);
  expect(split('Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toEqual([['2026-03-29', 23 * HOUR]]);
  expect(split('Asia/Kathmandu', '2026-10-05T18:14:59.999Z', '2026-10-05T18:15:00.001Z')).toEqual([
    ['2026-10-05', 1],
    ['2026-10-06', 1],
  ]);
  expect(split('UTC', '2026-10-05T08:00:00Z', '2026-10-05T08:00:00Z')).toEqual([]);
});

it('loses nothing, and has each day once and in order', () => {
  const instant = fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2040-01-01') });
  const zone = fc.constantFrom('Europe/Berlin', 'America/Sao_Paulo', 'Pacific/Apia', 'Africa/Cairo', 'Asia/Beirut');
  fc.assert(
    fc.property(zone, instant, fc.integer({ min: 1, max: 200 * HOUR }), (timeZone, from, length) => {
      const parts = [...new LocalDays(timeZone).split(from, from + length)];
      expect(parts.reduce((sum, part) => sum + part.to - part.from, 0)).toBe(length);
      const days = parts.map(({ day }) => day);
      expect(days).toEqual([...new Set(days)].sort());
    }),
  );
});
