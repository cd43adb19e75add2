import { systemClock } from '../platform/core/clock.ts';
import { parseDateTime, toInstantText } from '../platform/core/instant.ts';
import { CommandFailure } from './failure.ts';
import { spanOf } from './span-of.ts';

/** The instant (RFC 3339, UTC) that a date-time or an age such as `2h` on the command line means. */
export function instantOf(text: string, option: string): string {
  const span = spanOf(text);
  const at = span === null ? parseDateTime(text) : systemClock.now() - span;
  if (at !== null) return toInstantText(Math.max(0, at));
  throw new CommandFailure(`${option} must be a time such as 2026-10-05T08:00:00Z, or an age: 90s, 15m, 2h, 7d.`);
}
