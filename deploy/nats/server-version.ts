/**
 * The oldest releases of NATS without known vulnerabilities that matter here: the first also for later minor versions,
 * the other for its own.
 */
const OLDEST = ['2.11.16', '2.12.7'] as const;

/** The releases that an installation should have, in words. The documents say the same. */
export const NATS_VERSIONS = `${OLDEST[0]} or later, ${OLDEST[1]} or later of ${minorOf(OLDEST[1])}`;

/**
 * Whether a server is older than {@link NATS_VERSIONS}. The platform works with it, but operators are warned.
 * @param version as the server reports it: `2.11.16`
 */
export function isOldNats(version: string): boolean {
  return isOlder(version, OLDEST.find((each) => minorOf(each) === minorOf(version)) ?? OLDEST[0]);
}

/**
 * Whether a server stores a batch of events with a few syncs of its disk. Batches are older, but servers before this one
 * sync each of their events.
 */
export function syncsBatches(version: string): boolean {
  return !isOlder(version, '2.15.0');
}

/** Compares versions: 2.9.10 is older than 2.10.0. */
export function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0;
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}
