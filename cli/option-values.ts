import { systemClock } from '../platform/core/clock.ts';
import { DAY_MS, HOUR_MS, parseDateTime, toInstantText } from '../platform/core/instant.ts';
import { CommandFailure } from './failure.ts';

/** The positive number that an option has. */
export function countOf(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandFailure(`${option} must be a positive integer.`);
}

/** Parses a duration such as `90s`, `15m`, `2h`, `7d`, in milliseconds; null if it is invalid. */
export function spanOf(text: string): number | null {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (number === undefined) return null;
  return Number(number) * ({ s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS }[unit] ?? 0);
}

/** The instant (RFC 3339, UTC) that a date-time or an age such as `2h` on the command line means. */
export function instantOf(text: string, option: string): string {
  const span = spanOf(text);
  const at = span === null ? parseDateTime(text) : systemClock.now() - span;
  if (at !== null) return toInstantText(Math.max(0, at));
  throw new CommandFailure(`${option} must be a time such as 2026-10-05T08:00:00Z, or an age: 90s, 15m, 2h, 7d.`);
}
