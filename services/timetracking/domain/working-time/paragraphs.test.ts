import { expect, it } from 'vitest';
import { type Given, judged, shortly } from '../../../../test/support/timetracking/judged.ts';

type Case = [title: string, records: string, expected: string, given?: Given];
type Cases = readonly Case[];

/** The fifth of October 2026 is a Monday; the clocks of Berlin are set back on the 25th. */
const CASES: Readonly<Record<string, Readonly<Record<string, Cases>>>> = {
  'de-arbzg': {
    '§ 4 Satz 1: a break of 30 minutes beyond six hours': [
      ['at six hours', '05 08:00-14:00', ''],
      ['59 seconds more are no minute', '05 08:00:00-14:00:59.999', ''],
      ['a minute more', '05 08:00-14:31 -09:00-09:15 -11:00-11:15', ''],
      ['half an hour in two', '05 08:00-15:00 -10:00-10:15 -12:00-12:15', ''],
      ['29 minutes', '05 08:00-15:00 -10:00-10:29', '05 break_too_short 29/30 r0'],
      ['14 minutes are no break', '05 08:00-15:00 -10:00-10:16 -12:00-12:14', '05 break_too_short 16/30 r0'],
      ['nor are 14:59.999', '05 08:00-15:00 -10:00-10:15 -12:00-12:14:59.999', '05 break_too_short 15/30 r0'],
      ['the sum is rounded once', '05 08:00-15:00 -10:00-10:15:30 -12:00-12:14:30', '05 break_too_short 15/30 r0'],
      ['and not each of them', '05 08:00-15:00 -10:00-10:15:30 -12:00-12:15:30', ''],
      ['net of the pause it is six hours', '05 08:00-14:29 -10:00-10:29', ''],
      ['net of one that is no break, too', '05 08:00-14:14 -10:00-10:14', ''],
      [
        'a pause at the end interrupts nothing',
        '05 08:00-16:00 -15:30-16:00',
        '05 break_too_short 0/30 r0; 05 stretch_too_long 450/360 r0',
      ],
      [
        'nor does one at the beginning',
        '05 08:00-15:00 -08:00-08:45',
        '05 break_too_short 0/30 r0; 05 stretch_too_long 375/360 r0',
      ],
      ['moved to where it interrupts', '05 08:00-15:00 -11:00-11:30', ''],
      ['a gap is a break', '05 08:00-12:00, 05 12:30-16:00', ''],
      [
        'a gap of 14 minutes is none',
        '05 08:00-12:00, 05 12:14-15:00',
        '05 break_too_short 0/30 r0+r1; 05 stretch_too_long 406/360 r0+r1',
      ],
      ['a pause and a gap that touch are one', '05 08:00-12:00 -11:50-12:00, 05 12:20-16:00', ''],
      ['so are two pauses', '05 08:00-15:00 -11:00-11:10 -11:10-11:30', ''],
      [
        'records that touch are one stretch',
        '05 08:00-12:00, 05 12:00-14:01',
        '05 break_too_short 0/30 r0+r1; 05 stretch_too_long 361/360 r0+r1',
      ],
    ],
    '§ 4 Satz 1: 45 minutes beyond nine hours': [
      ['at nine hours', '05 08:00-17:30 -12:00-12:30', ''],
      ['a minute more', '05 08:00-17:31 -12:00-12:30', '05 break_too_short 30/45 r0'],
      ['with 45', '05 08:00-17:46 -10:00-10:15 -12:00-12:30', ''],
    ],
    '§ 4 Satz 3: six hours without a break': [
      ['at six hours', '05 07:00-13:00, 05 13:30-15:00', ''],
      ['a minute more', '05 07:00-13:01, 05 13:31-15:00', '05 stretch_too_long 361/360 r0+r1'],
      [
        'a short pause does not end it, and is no work',
        '05 07:00-13:11 -10:00-10:10, 05 13:41-15:00',
        '05 stretch_too_long 361/360 r0+r1',
      ],
    ],
    '§ 5 Abs. 1: eleven hours of rest': [
      ['eleven hours', '05 14:00-20:00, 06 07:00-09:00', ''],
      ['a millisecond less', '05 14:00-20:00, 06 06:59:59.999-09:00', '06 rest_too_short 659/660 r0+r1'],
      ['a minute less', '05 14:00-20:00, 06 06:59-09:00', '06 rest_too_short 659/660 r0+r1'],
      ['four hours over midnight are a break', '05 18:00-22:00, 06 02:00-03:00', ''],
      ['a minute more is a rest', '05 18:00-22:00, 06 02:01-03:00', '06 rest_too_short 241/660 r0+r1'],
      ['a night shift in two records is one day', '05 20:00-06 00:00, 06 00:30-05:00', ''],
      ['two records of a day, with a break of eight hours', '05 08:00-10:00, 05 18:00-22:00', ''],
      [
        'after midnight, with a gap on the day it began',
        '05 20:00-06 02:00, 06 07:00-09:00',
        '06 rest_too_short 300/660 r0+r1',
      ],
      [
        'on the night of 25 hours',
        '24 18:00-22:00, 25 07:59-08:00',
        '25 rest_too_short 659/660 r0+r1; 25 sunday_work 1/0 r1',
        { zone: 'Europe/Helsinki' },
      ],
      ['clocks are set back', '24 18:00-20:00, 25 06:00-06:00:30', ''],
      ['and it would be too short without', '24 18:00-20:00, 25 05:59-05:59:30', '25 rest_too_short 659/660 r0+r1'],
      ['clocks are set forward', '28 18:00-20:00, 29 08:00-08:00:30', '', { month: '2026-03' }],
      [
        'and an hour is missing',
        '28 18:00-20:00, 29 07:59-07:59:30',
        '29 rest_too_short 659/660 r0+r1',
        { month: '2026-03' },
      ],
      [
        'closed automatically',
        '05 14:00-23:59:59.999! -17:00-18:00, 06 08:00-09:00',
        '06 rest_too_short 480/660 r0+r1 unsure',
      ],
    ],
    '§ 3: ten hours': [
      ['at ten hours', '05 08:00-18:45 -13:00-13:45', ''],
      ['gross is more', '05 08:00-18:46 -13:00-13:46', ''],
      ['a minute more', '05 08:00-18:46 -13:00-13:45', '05 day_too_long 601/600 r0'],
      ['the day on which it began', '05 20:00-06 06:46 -06T01:00-06T01:45', '05 day_too_long 601/600 r0'],
    ],
    '§ 9 Abs. 1: Sundays and holidays': [
      ['a night from Saturday', '03 22:00-04 00:30', '04 sunday_work 30/0 r0'],
      ['until midnight', '03 22:00-04 00:00', ''],
      ['a minute after, without 59 seconds', '03 22:00-04 00:00:59', ''],
      ['to Monday', '04 23:30-05 01:00', '04 sunday_work 30/0 r0'],
      ['net of pauses', '04 10:00-12:00 -10:30-11:00', '04 sunday_work 90/0 r0'],
      ['two records', '04 10:00-11:00, 04 12:00-13:00', '04 sunday_work 120/0 r0+r1'],
      ['one that is paused', '04 10:00-11:00, 04 12:00-13:00 -12:00-13:00', '04 sunday_work 60/0 r0'],
      ['a holiday', '07 10:00-11:00', '07 holiday_work 60/0 r0', { holidays: ['2026-10-07'] }],
      ['both', '04 10:00-11:00', '04 holiday_work 60/0 r0; 04 sunday_work 60/0 r0', { holidays: ['2026-10-04'] }],
      [
        'a Sunday of 25 hours',
        '25 00:00-26 00:00',
        '25 break_too_short 0/45 r0; 25 day_too_long 1500/600 r0; 25 stretch_too_long 1500/360 r0; 25 sunday_work 1500/0 r0',
      ],
    ],
    'open records': [
      ['as if they were not there', '05 08:00-13:00, 05 13:00-open', ''],
      [
        'and hide nothing',
        '05 08:00-15:00, 05 15:00-open',
        '05 break_too_short 0/30 r0; 05 stretch_too_long 420/360 r0',
      ],
    ],
  },
  'at-azg': {
    '§ 11 Abs. 1 AZG': [
      ['three of ten minutes', '05 08:00-15:00 -09:00-09:10 -11:00-11:10 -13:00-13:10', ''],
      ['nine are none', '05 08:00-15:00 -09:00-09:10 -11:00-11:10 -13:00-13:09', '05 break_too_short 20/30 r0'],
      ['no limit of a stretch', '05 08:00-15:30 -15:00-15:29', '05 break_too_short 29/30 r0'],
      ['at six hours', '05 08:00-14:00', ''],
      ['ten hours need no more', '05 08:00-18:30 -12:00-12:30', ''],
    ],
    '§ 12 Abs. 1 AZG': [
      ['eleven hours', '05 14:00-20:00, 06 07:00-09:00', ''],
      ['a minute less', '05 14:00-20:00, 06 06:59-09:00', '06 rest_too_short 659/660 r0+r1'],
    ],
    '§ 9 Abs. 1 AZG': [
      ['at twelve hours', '05 07:00-19:30 -12:00-12:30', ''],
      ['a minute more', '05 07:00-19:31 -12:00-12:30', '05 day_too_long 721/720 r0'],
      ['at ten hours before September 2018', '31 07:00-17:30 -12:00-12:30', '', { month: '2018-08' }],
      [
        'a minute more before September 2018',
        '31 07:00-17:31 -12:00-12:30',
        '31 day_too_long 601/600 r0',
        { month: '2018-08' },
      ],
      ['from then on', '01 07:00-19:30 -12:00-12:30', '', { month: '2018-09' }],
    ],
    '§ 3 Abs. 1 and § 7 Abs. 1 ARG': [
      ['both', '04 10:00-11:00', '04 holiday_work 60/0 r0; 04 sunday_work 60/0 r0', { holidays: ['2026-10-04'] }],
      ['Saturday is none', '03 10:00-11:00', ''],
    ],
  },
  'nl-atw': {
    'Art. 5:4': [
      ['at five and a half hours', '05 08:00-13:30', ''],
      ['a minute more', '05 08:00-13:31', '05 break_too_short 0/30 r0'],
      ['at ten hours', '05 08:00-18:30 -12:00-12:30', ''],
      ['a minute more', '05 08:00-18:31 -12:00-12:30', '05 break_too_short 30/45 r0'],
      ['45 in three', '05 08:00-18:46 -10:00-10:15 -12:00-12:15 -14:00-14:15', ''],
    ],
    'Art. 5:3': [
      ['a minute less than eleven hours', '05 15:00-20:00, 06 06:59-09:00', '06 rest_too_short 659/660 r0+r1 notice'],
      ['eight hours', '05 17:00-22:00, 06 06:00-09:00', '06 rest_too_short 480/660 r0+r1 notice'],
      ['a minute less', '05 17:00-22:00, 06 05:59-09:00', '06 rest_too_short 479/660 r0+r1'],
    ],
    'Art. 5:7': [
      ['at twelve hours', '05 07:00-19:45 -12:00-12:45', ''],
      ['a minute more', '05 07:00-19:46 -12:00-12:45', '05 day_too_long 721/720 r0'],
    ],
    'Art. 5:6': [['Sundays alone', '04 10:00-11:00', '04 sunday_work 60/0 r0', { holidays: ['2026-10-04'] }]],
  },
  'ch-arg': {
    'Art. 15 Abs. 1 ArG': [
      ['at five and a half hours', '05 08:00-13:30', ''],
      ['a minute more', '05 08:00-13:45 -10:00-10:14', '05 break_too_short 0/15 r0; 05 stretch_too_long 331/330 r0'],
      ['a quarter', '05 08:00-13:46 -10:00-10:15', ''],
      ['at seven hours', '05 08:00-15:15 -12:00-12:15', ''],
      ['a minute more', '05 08:00-15:16 -12:00-12:15', '05 break_too_short 0/30 r0'],
      ['half an hour must not be divided', '05 08:00-15:31 -10:00-10:15 -12:00-12:15', '05 break_too_short 0/30 r0'],
      ['at nine hours', '05 08:00-17:30 -12:00-12:30', ''],
      ['a minute more', '05 08:00-17:31 -12:00-12:30', '05 break_too_short 30/60 r0'],
      ['an hour may be divided', '05 08:00-18:01 -10:00-10:15 -12:00-12:30 -15:00-15:15', ''],
    ],
    'Art. 18 Abs. 2 ArGV 1': [
      ['at five and a half hours', '05 07:00-12:30, 05 13:00-14:00', ''],
      ['a minute more', '05 07:00-12:31, 05 13:01-14:00', '05 stretch_too_long 331/330 r0+r1'],
    ],
    'Art. 15a ArG': [
      ['eight hours', '05 17:00-22:00, 06 06:00-09:00', '06 rest_too_short 480/660 r0+r1 notice'],
      ['a minute less', '05 17:00-22:00, 06 05:59-09:00', '06 rest_too_short 479/660 r0+r1'],
    ],
    'Art. 10 Abs. 3 ArG': [
      ['from the first to the last minute of work', '05 07:00-10:00, 05 18:00-21:00', ''],
      ['a minute more', '05 07:00-10:00, 05 18:00-21:01', '05 day_too_long 841/840 r0+r1'],
      ['a pause at the end is no work', '05 07:00-10:00, 05 18:00-21:01 -20:59-21:01', ''],
    ],
    'Art. 18 Abs. 1 and 20a ArG': [
      ['Saturday until 23', '03 20:00-23:00', ''],
      ['and after', '03 20:00-23:01', '04 sunday_work 1/0 r0'],
      ['Sunday from 23', '04 23:00-05 01:00', ''],
      ['and before', '04 22:59-05 01:00', '04 sunday_work 1/0 r0'],
      ['the eve of a holiday', '06 22:00-23:30', '07 holiday_work 30/0 r0', { holidays: ['2026-10-07'] }],
    ],
  },
  'eu-2003-88': {
    'Art. 4': [
      ['at six hours', '05 08:00-14:00', ''],
      ['a minute more', '05 08:00-14:01', '05 break_too_short 0/1 r0'],
      ['with a break', '05 08:00-16:00 -12:00-12:01', ''],
      ['no break of 59 seconds', '05 08:00-16:00 -12:00-12:00:59', '05 break_too_short 0/1 r0'],
    ],
    'Art. 3': [
      ['eleven hours', '05 14:00-20:00, 06 07:00-09:00', ''],
      ['a minute less', '05 14:00-20:00, 06 06:59-09:00', '06 rest_too_short 659/660 r0+r1'],
      ['Sundays and long days are free', '04 07:00-19:00 -12:00-12:05', '', { holidays: ['2026-10-04'] }],
    ],
  },
};

for (const [set, paragraphs] of Object.entries(CASES)) {
  for (const [paragraph, cases] of Object.entries(paragraphs)) {
    it.each<Case>(cases)(`${set}, ${paragraph}: %s`, (_, ...[records, expected, given]) => {
      expect(shortly(judged(set, records, given))).toBe(expected);
    });
  }
}
