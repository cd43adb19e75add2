/** Names without an area that are no abbreviation. */
const BARE_NAMES = ['UTC', 'GMT'];

/**
 * The IANA zone of a name, in its own spelling whatever case it was given in, or null when it is none. Offsets (`+02:00`) and abbreviations (`CET`,
 * `PST`), some of which Intl accepts too, are none: an offset knows no daylight saving, an abbreviation says different things in different places.
 */
export function findTimeZone(name: string): string | null {
  const bare = BARE_NAMES.find((each) => each === name.toUpperCase());
  if (bare !== undefined) return bare;
  if (!/^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)+$/i.test(name) || /^systemv\//i.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Intl answers for a link with the zone that it points to: then the name stays as given.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return null;
  }
}
