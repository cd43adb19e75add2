import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';

/** Converts a validated date-time to the one form that services and databases accept: UTC with milliseconds. */
export function utcText(dateTime: string): string {
  return toInstantText(fromInstantText(dateTime));
}
