import { describe, expect, it } from 'vitest';
import { inEnglish } from './testing/english.ts';
import { date, dateTime, time, timeAndDate } from './time.ts';

const present = { now: Date.parse('2026-11-25T12:00:00.000Z'), timeZone: 'Europe/Berlin' };

describe('time', () => {
  it.each([
    ['2026-11-25T11:59:58.000Z', 'just now'],
    ['2026-11-25T11:59:20.000Z', '40 seconds ago'],
    ['2026-11-25T11:57:00.500Z', '2 minutes ago'],
    ['2026-11-24T11:00:00.000Z', '1 day ago'],
    ['2025-11-20T11:00:00.000Z', '1 year ago'],
    ['2026-11-26T12:00:00.000Z', 'in 1 day'],
  ])('%s is %s', (instant, text) => {
    expect(inEnglish(() => String(time(instant, present)))).toContain(`>${text}</time>`);
  });

  it('has the institution’s own date and time beside it', () => {
    const text = inEnglish(() => String(time('2026-07-01T22:30:00.000Z', present)));
    expect(text).toContain('datetime="2026-07-01T22:30:00.000Z"');
    expect(text).toContain('title="2 Jul 2026, 00:30:00 +02:00"');
    expect(inEnglish(() => String(timeAndDate('2026-07-01T22:30:00.000Z', present)))).toContain('2 Jul 2026, 00:30');
    expect(inEnglish(() => String(date('2026-07-01T22:30:00.000Z', present)))).toContain('>2 Jul 2026<');
    expect(inEnglish(() => String(dateTime('2026-12-01T22:30:00.000Z', present)))).toContain('>1 Dec 2026, 23:30<');
  });
});
