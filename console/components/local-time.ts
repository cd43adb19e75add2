import { instantFault, toInstantText } from '../../platform/core/instant.ts';
import { t } from './language.ts';
import { type Present, typedText } from './time.ts';

/** The instant of a local date and time (RFC 3339), or a sentence that says why there is none. */
export type LocalTime = { readonly instant: string } | { readonly fault: string };

/**
 * Reads the value of a `datetime-local` field (`2026-11-24T13:14`) in the institution's time zone. What it means
 * follows from the rules of the zone alone, never from the day on which it is read.
 * @param which of two instants with this local time, when clocks go back
 */
export function readLocalTime(
  typed: string,
  which: 'first' | 'second',
  { timeZone }: Pick<Present, 'timeZone'>,
): LocalTime {
  const local = LOCAL.test(typed) ? plainOf(typed) : undefined;
  if (!local) return { fault: t.failures.dateAndTime };
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(timeZone, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
  if (!later.toPlainDateTime().equals(local)) return { fault: noSuchTime(earlier) };
  const instant = toInstantText((which === 'first' ? earlier : later).epochMilliseconds);
  return instantFault(instant) ? { fault: t.failures.yearsAllowed } : { instant };
}

/** The two instants that a local time means which occurs twice, with their offsets; undefined for another one. */
export function twoInstants(typed: string, { timeZone }: Pick<Present, 'timeZone'>): readonly [Twin, Twin] | undefined {
  const local = LOCAL.test(typed) ? plainOf(typed) : undefined;
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    local?.toZonedDateTime(timeZone, { disambiguation }),
  );
  // A time that does not exist has two neighbours instead.
  if (!local || !first || !second || first.equals(second) || !second.toPlainDateTime().equals(local)) return undefined;
  return [twinOf(first), twinOf(second)];
}

/** One of two instants with the same local time. */
export interface Twin {
  /** RFC 3339. */
  readonly instant: string;
  /** `UTC+01:00`. */
  readonly offset: string;
}

function twinOf({ epochMilliseconds, offset }: Temporal.ZonedDateTime): Twin {
  return { instant: toInstantText(epochMilliseconds), offset: `UTC${offset}` };
}

function plainOf(typed: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(typed);
  } catch {
    return undefined;
  }
}

/** @param before a time at which the clocks have not been changed yet */
function noSuchTime(before: Temporal.ZonedDateTime): string {
  const after = before.getTimeZoneTransition('next') ?? before;
  const last = after.subtract({ minutes: 1 });
  const isOneDay = last.toPlainDate().equals(after.toPlainDate());
  const [from, to] = [last, after].map((each) => {
    const text = each.toPlainDateTime().toString({ smallestUnit: 'minute' });
    return isOneDay ? text.slice(-5) : typedText(text);
  }) as [string, string];
  return t.failures.noSuchTime(from, to);
}

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/;
