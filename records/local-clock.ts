import { fromInstantText, toInstantText } from '../platform/core/instant.ts';

/** An instant as a clock shows it. */
export interface ClockTime {
  /** `2026-10-05 08:00:00` */
  readonly local: string;
  /** `UTC+02:00` */
  readonly offset: string;
}

/** A clock of a time zone that reads many instants: it looks its offset up again only when that changes. */
export function clockOf(timeZone: string): (instant: string) => ClockTime {
  let [start, end, ahead, offset] = [0, 0, 0, ''];
  return (instant) => {
    const at = fromInstantText(instant);
    if (at < start || at >= end) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
      const next = zoned.getTimeZoneTransition('next');
      start = at;
      end = next?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
      ahead = zoned.offsetNanoseconds / 1e6;
      offset = `UTC${zoned.offset}`;
    }
    return {
      local: toInstantText(at + ahead)
        .slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)
        .replace('T', ' '),
      offset,
    };
  };
}
