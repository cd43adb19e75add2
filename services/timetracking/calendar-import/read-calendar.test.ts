import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calendarDayKinds, spanFault } from '../domain/calendar-day.ts';
import type { FileDay } from '../domain/calendar-file.ts';
import { readCalendarFile } from './read-calendar.ts';

const dates = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => String(Temporal.PlainDate.from('1990-01-01').add({ days })));
const days = fc.uniqueArray(
  fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...'aÄ€😀 ,;:\\"\'n=@'), minLength: 1, maxLength: 80 }),
      dates,
      fc.nat(366),
    )
    .map(([name, from, length]): FileDay => {
      const to = String(Temporal.PlainDate.from(from).add({ days: length }));
      return { name: `x${name}`.trim().normalize('NFC'), from, to, kind: 'closed' };
    }),
  { selector: ({ name, from }) => `${from} ${name}`, minLength: 1, maxLength: 20 },
);
const compact = (date: string) => date.replaceAll('-', '');

/** A calendar as programs write it: with lines folded anywhere between characters. */
function calendarOf(all: readonly FileDay[], { at, end }: { readonly at: number; readonly end: string }): string {
  const lines = all.flatMap(({ name, from, to }) => [
    'BEGIN:VEVENT',
    `SUMMARY;X-NOTE="a:b;c":${name.replace(/[\\;,]/g, '\\$&')}`,
    `DTSTART;VALUE=DATE:${compact(from)}`,
    `DTEND;VALUE=DATE:${compact(String(Temporal.PlainDate.from(to).add({ days: 1 })))}`,
    'END:VEVENT',
  ]);
  const folded = lines.map((line) => {
    const letters = [...line];
    return letters.length > at ? `${letters.slice(0, at).join('')}${end}\t${letters.slice(at).join('')}` : line;
  });
  return ['BEGIN:VCALENDAR', ...folded, 'END:VCALENDAR', ''].join(end);
}

function tableOf(all: readonly FileDay[], end: string): string {
  const german = (date: string) => date.split('-').reverse().join('.');
  const rows = all.map(({ name, from, to }, at) => {
    const write = at % 2 === 0 ? german : String;
    return `"${name.replaceAll('"', '""')}";${write(from)};${write(to)};closed`;
  });
  return ['name;from;to;kind', ...rows].join(end);
}

it('days are read as they were written, from calendars and from tables', async () => {
  const style = { at: fc.integer({ min: 1, max: 90 }), end: fc.constantFrom('\n', '\r\n') };
  await fc.assert(
    fc.asyncProperty(days, fc.record(style), async (all, how) => {
      const expected = { days: all, faults: [] };
      expect(await readCalendarFile(Buffer.from(calendarOf(all, how)), 'closed')).toEqual(expected);
      expect(await readCalendarFile(Buffer.from(tableOf(all, how.end)), 'holiday')).toEqual(expected);
    }),
  );
});

it('every file is read, refused as a whole or has faults', async () => {
  const lines = fc.constantFrom(
    ...['BEGIN:VEVENT', 'END:VEVENT', 'BEGIN:VALARM', 'END:VALARM', 'SUMMARY:A', 'DTSTART:20260101', 'DTEND:20251231'],
    ...[
      'DTSTART:20269999',
      'DTEND:00000000',
      'RRULE:',
      ' ',
      ':',
      ';',
      '"',
      'DTSTART;X="',
      'SUMMARY:\\',
      '\t20260102',
      '',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(lines, { maxLength: 30 }), async (all) => {
      const file = Buffer.from(['BEGIN:VCALENDAR', ...all].join('\n'));
      const read = await readCalendarFile(file, 'holiday').catch(({ code }) => code);
      if (typeof read === 'string') expect(read).toBe('REQUEST_INVALID');
      else
        for (const { from, to, kind } of read.days)
          expect([spanFault(from, to), calendarDayKinds.all.includes(kind)]).toEqual([null, true]);
    }),
  );
});
