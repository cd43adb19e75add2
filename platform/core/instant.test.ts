import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAY_MS,
  dateFault,
  dateTimeFault,
  findTimeZone,
  fromInstantText,
  instantFault,
  isInstantText,
  parseDateTime,
  toInstantText,
} from './instant.ts';

const LAST = Date.parse('9998-12-31T23:59:59.999Z');
const epochMs = fc.integer({ min: 0, max: LAST });
const two = (value: number) => String(value).padStart(2, '0');

describe('instant texts', () => {
  it('are the same after a round trip and have a fixed width', () => {
    fc.assert(
      fc.property(epochMs, (ms) => {
        const text = toInstantText(ms);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(fromInstantText(text)).toBe(ms);
      }),
    );
  });

  it('are equal to those of Date in every year', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), epochMs), (ms) => {
        expect(toInstantText(ms)).toBe(new Date(ms).toISOString());
      }),
    );
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8.65e15])
      expect(() => toInstantText(ms)).toThrow(RangeError);
  });

  it('can be read beyond the bounds of requests, because records may be older', () => {
    expect(fromInstantText('9999-12-31T23:59:59.999Z')).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
    expect(isInstantText('9999-12-31T23:59:59.999Z')).toBe(true);
  });

  it.each(['1969-12-31T23:59:59.999Z', '2026-10-05T08:00:00Z', '2026-10-05T10:00:00.000+02:00', '-infinity', ''])(
    'are never stored as %j',
    (text) => {
      expect(isInstantText(text)).toBe(false);
    },
  );

  it('that are invalid throw a RangeError', () => {
    expect(() => fromInstantText('2026-02-30T00:00:00Z')).toThrow(RangeError);
  });
});

describe('a client’s date-time', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['9998-12-31T23:59:59.999Z', LAST],
    ['2026-01-31t12:00:00z', Date.parse('2026-01-31T12:00:00Z')],
    ['2024-02-29T00:00:00Z', Date.parse('2024-02-29T00:00:00Z')],
    ['2000-02-29T00:00:00Z', Date.parse('2000-02-29T00:00:00Z')],
    ['1970-01-01T00:00:00-23:59', 86_340_000],
    ['1970-01-02T00:00:00+23:59', 60_000],
    ['1970-01-01T00:00:00-00:00', 0],
    ['1969-12-31T23:30:00-01:00', 1_800_000],
    ['1970-01-01T00:00:00.5Z', 500],
    ['1970-01-01T00:00:00.0009Z', 0],
    [`1970-01-01T23:59:59.9${'9'.repeat(40)}Z`, 86_399_999],
  ])('%s is read', (text, expected) => {
    expect(parseDateTime(text)).toBe(expected);
  });

  it.each([
    [
      'offsets that do not exist',
      [
        '2026-01-01T00:00:00+24:00',
        '2026-01-01T00:00:00+25:00',
        '2026-01-01T00:00:00+01:60',
        '2026-01-01T00:00:00+0100',
        '2026-01-01T00:00:00+01',
      ],
    ],
    ['no offset', ['2026-01-01T00:00:00', '2026-01-01', '2026-01-01T00:00:00.000']],
    [
      'other formats',
      [
        '',
        ' ',
        '2026-01-01 00:00:00Z',
        ' 2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00Z ',
        '2026-01-01T00:00:00Z\n',
        '2026-1-1T0:0:0Z',
        '2026-01-01T00:00Z',
        '2026-01-01T00:00:00.Z',
        '2026-01-01T00:00:00,5Z',
        '+002026-01-01T00:00:00Z',
        '20260101T000000Z',
        '10000-01-01T00:00:00Z',
        '٢٠٢٦-01-01T00:00:00Z',
        '-infinity',
        'infinity',
        'now',
      ],
    ],
  ])('is invalid with %s', (_, texts) => {
    expect(texts.map(parseDateTime)).toEqual(texts.map(() => null));
    expect(texts.map(dateTimeFault)).toEqual(texts.map(() => expect.objectContaining({ code: 'invalid_string' })));
  });

  it.each([
    ['too_small', ['1969-12-31T23:59:59.999Z', '1970-01-01T00:59:59+01:00', '0070-01-01T00:00:00Z']],
    [
      'too_small',
      ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00+23:59', '0026-01-01T00:00:00Z', '0099-12-31T23:59:59Z'],
    ],
    ['too_big', ['9999-01-01T00:00:00Z', '9998-12-31T23:59:59-00:01', '9999-12-31T23:59:59.999Z']],
    ['too_big', ['9999-12-31T23:59:59.999-23:59']],
  ])('outside the years 1970 to 9998 is %s', (code, texts) => {
    expect(texts.map(parseDateTime)).toEqual(texts.map(() => null));
    expect(texts.map(dateTimeFault)).toEqual(texts.map(() => expect.objectContaining({ code })));
  });

  it('is truncated to the millisecond, never rounded', () => {
    fc.assert(
      fc.property(epochMs, fc.stringMatching(/^\d{0,12}$/), (ms, beyond) => {
        expect(parseDateTime(toInstantText(ms).replace('Z', `${beyond}Z`))).toBe(ms);
      }),
    );
  });

  it('means the same instant at every offset', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: DAY_MS, max: LAST - DAY_MS }),
        fc.integer({ min: -1439, max: 1439 }),
        (ms, minutes) => {
          const local = toInstantText(ms + minutes * 60_000).slice(0, -1);
          const distance = Math.abs(minutes);
          const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(distance / 60))}:${two(distance % 60)}`;
          expect(parseDateTime(local + offset)).toBe(ms);
        },
      ),
    );
  });

  it('is read as Date reads it, if both accept it', () => {
    const field = (max: number) => fc.integer({ min: 0, max });
    const date = fc.tuple(field(9999), field(13), field(32), field(25), field(61), field(61), field(999));
    fc.assert(
      fc.property(date, ([year, month, day, hour, minute, second, ms]) => {
        const dayText = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        const text = `${dayText}T${two(hour)}:${two(minute)}:${two(second)}.${String(ms).padStart(3, '0')}Z`;
        const reference = Date.parse(text);
        // Date reads 31 February as 3 March, and hour 24 as the next midnight.
        const exists = !Number.isNaN(reference) && new Date(reference).toISOString() === text;
        expect(parseDateTime(text)).toBe(exists && reference >= 0 && reference <= LAST ? reference : null);
        const code = !exists
          ? 'invalid_string'
          : reference < 0
            ? 'too_small'
            : reference > LAST
              ? 'too_big'
              : undefined;
        expect(dateTimeFault(text)?.code).toBe(code);
        expect(instantFault(text)?.code).toBe(code);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws for any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseDateTime(text)).toBeNull();
        expect(dateTimeFault(text)?.code).toBe('invalid_string');
      }),
    );
  });
});

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['US/Pacific', 'US/Pacific'],
  ['us/pacific', 'US/Pacific'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  ['utc', 'UTC'],
  ['GMT', 'GMT'],
])('%s is the zone %s', (name, zone) => {
  expect(findTimeZone(name)).toBe(zone);
});

it.each([
  '',
  'Mars/Phobos',
  '+02:00',
  '-0200',
  'GMT+2',
  'CET',
  'PST',
  'EST5EDT',
  'SystemV/PST8',
  'US/Pacific-New',
  'Europe/Berlin ',
  'Europe//Berlin',
  '../UTC',
  'Europe',
  '/UTC',
  'Europe/Berl\u0000in',
])('%j is not a zone', (name) => {
  expect(findTimeZone(name)).toBeNull();
});

describe('a date of a client', () => {
  it.each<[code: string | undefined, texts: string[]]>([
    [undefined, ['1970-01-01', '2028-02-29', '9998-12-31']],
    ['too_small', ['1969-12-31', '0000-01-01']],
    ['too_big', ['9999-01-01']],
    [
      'invalid_string',
      ['', '2026-02-29', '2026-13-01', '2026-10-5', '26-10-05', '2026-10-05T00:00:00Z', '2026-10-05 '],
    ],
    ['invalid_string', ['+002026-10-05', '-002026-10-05', '20261005', '05.10.2026', '٢٠٢٦-10-05', 'today']],
  ])('is %s', (code, texts) => {
    expect(texts.map((text) => dateFault(text)?.code)).toEqual(texts.map(() => code));
  });

  it('has an example in the message about it', () => {
    expect(dateFault('5.10.')?.message).toBe('must be a date such as 2026-10-05');
  });
});
