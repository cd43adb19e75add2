/** Names without an area that are not abbreviations. */
const BARE_NAMES = ['UTC', 'GMT'];

/**
 * The IANA zone with a name, in canonical spelling regardless of the name's case, or null if there is none. Offsets (`+02:00`) and abbreviations
 * (`CET`, `EST`), some of which Temporal accepts, do not count: an offset has no daylight saving, and an abbreviation means different zones in
 * different regions.
 */
export function findTimeZone(name: string): string | null {
  const bare = BARE_NAMES.find((each) => each === name.toUpperCase());
  if (bare !== undefined) return bare;
  if (!/^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)+$/i.test(name)) return null;
  try {
    // Days and calendars are computed with Temporal. It keeps the name of a link; Intl knows names that IANA has removed.
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return null;
  }
}
