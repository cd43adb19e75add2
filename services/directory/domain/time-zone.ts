/** Names without an area that are not abbreviations. */
const BARE_NAMES = ['UTC', 'GMT'];

/**
 * The IANA zone with a name, in canonical spelling regardless of the name's case, or null if there is none. Offsets (`+02:00`) and abbreviations
 * (`CET`, `PST`), some of which Intl accepts, do not count: an offset has no daylight saving, and an abbreviation means different zones in different
 * regions.
 */
export function findTimeZone(name: string): string | null {
  const bare = BARE_NAMES.find((each) => each === name.toUpperCase());
  if (bare !== undefined) return bare;
  if (!/^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)+$/i.test(name) || /^systemv\//i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // For a link, Intl returns the zone it points to: then the name stays as given.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}
