import { existsSync, readFileSync } from 'node:fs';
import { tzlib_get_timezones } from 'timezones-ical-library';
import { expect, it } from 'vitest';
import { findTimeZone } from '../../../platform/core/instant.ts';
import { ZONE_NAMES } from './zone-names.ts';

/** IANA's list of zones by country, with their present names. */
const TABLE = '/usr/share/zoneinfo/zone.tab';

it('has each zone once, by a name that settings accept', () => {
  expect(new Set(ZONE_NAMES).size).toBe(ZONE_NAMES.length);
  expect(ZONE_NAMES.filter((name) => findTimeZone(name) !== name)).toEqual([]);
  const isSame = (one: string, other: string) =>
    new Temporal.ZonedDateTime(0n, one).equals(new Temporal.ZonedDateTime(0n, other));
  const unnamed = Intl.supportedValuesOf('timeZone').filter((name) => !ZONE_NAMES.includes(name));
  expect(unnamed.map((name) => [name, ZONE_NAMES.filter((each) => isSame(each, name)).length])).toEqual(
    unnamed.map((name) => [name, 1]),
  );
});

it.each(['Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk', 'Asia/Ho_Chi_Minh', 'Asia/Yangon', 'Asia/Kathmandu'])(
  'has %s',
  (name) => {
    expect(ZONE_NAMES).toContain(name);
    expect(tzlib_get_timezones()).toContain(name);
  },
);

it.skipIf(!existsSync(TABLE))('has the names that IANA uses now, and no others', () => {
  const lines = readFileSync(TABLE, 'utf8').split('\n');
  const current = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('\t')[2]);
  expect(ZONE_NAMES.filter((name) => name !== 'UTC')).toEqual(current.sort());
});
