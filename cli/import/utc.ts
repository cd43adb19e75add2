import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';

/** A bundle's date-time, which was checked before, as instants travel between processes: UTC, with milliseconds. */
export function utc(dateTime: string): string {
  return toInstantText(fromInstantText(dateTime));
}

/** The same for one that may be absent. */
export function utcOrNone(dateTime: string | undefined): string | undefined {
  return dateTime === undefined ? undefined : utc(dateTime);
}
