import { expect, it } from 'vitest';
import { findTimeZone } from './instant.ts';

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
