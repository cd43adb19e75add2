import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';

/** Converts a date-time of a bundle, already checked, to the format used between processes: UTC, with milliseconds. */
export function utc(dateTime: string): string {
  return toInstantText(fromInstantText(dateTime));
}

/** The same for an optional date-time. */
export function utcOrNone(dateTime: string | undefined): string | undefined {
  return dateTime === undefined ? undefined : utc(dateTime);
}
