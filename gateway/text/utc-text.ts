import { fromInstantText, toInstantText } from '../../platform/core/instant.ts';

/** A date-time that was checked before, in the one form that services and databases read: UTC with milliseconds. */
export function utcText(dateTime: string): string {
  return toInstantText(fromInstantText(dateTime));
}
