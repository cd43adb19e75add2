import { toInstantText } from '../../platform/core/instant.ts';

/** The time zone of the demo institution, as its bundle has it. */
export const DEMO_ZONE = 'Europe/Berlin';

/** The demo's local day at an instant in epoch milliseconds. */
export function demoDay(epochMs: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(DEMO_ZONE).toPlainDate();
}

/** The instant of a local time (`08:15`) of the demo. */
export function demoInstant(day: Temporal.PlainDate, time: string): string {
  return toInstantText(day.toZonedDateTime({ timeZone: DEMO_ZONE, plainTime: time }).epochMilliseconds);
}
