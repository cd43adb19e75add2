import { expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/core/instant.ts';
import type { TestSystem } from '../support/test-system.ts';
import { must } from '../time-tracking/member.ts';
import { schoolIn } from '../time-tracking/school-in.ts';
import type { Campus } from './campus.ts';

/** Days of 23, 24 and 25 hours, midnights that do not exist, offsets of a quarter of an hour. */
const EVENINGS: readonly (readonly [zone: string, day: string, next: string | undefined])[] = [
  ['Europe/Berlin', '2025-10-26', undefined],
  ['Europe/Berlin', '2025-03-30', 'America/Lima'],
  ['America/New_York', '2025-11-02', undefined],
  ['Australia/Lord_Howe', '2025-10-05', 'Asia/Tokyo'],
  ['Asia/Kathmandu', '2025-06-30', undefined],
  ['America/St_Johns', '2025-03-09', 'Europe/Berlin'],
  ['Africa/Cairo', '2025-04-25', undefined],
  ['Pacific/Chatham', '2025-04-06', 'Pacific/Apia'],
];

/** The last millisecond of the local day of an instant. */
function endOfDay(instant: string, zone: string): string {
  const next = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay();
  return next.subtract({ milliseconds: 1 }).toInstant().toString();
}

/** Somebody does not clock out for days, in eight zones, while the institution may move to another one. */
export function forgottenEvenings(_: () => Campus, system: () => TestSystem): void {
  it.each(EVENINGS)(
    'in %s, on %s: closed once, at the right midnight, and the totals agree',
    async (zone, day, next) => {
      const school = await schoolIn(system(), zone);
      const member = await school.newMember();
      const start = Temporal.ZonedDateTime.from(`${day}T14:20:30[${zone}]`).toInstant();
      const startTime = start.toString();
      must(201, await member.start(startTime));
      if (next !== undefined) await school.moveTo(next);
      const counted = next ?? zone;
      const later = start.add({ milliseconds: 75 * HOUR_MS });
      const closedActiveSession = { endTime: endOfDay(startTime, counted), autoClosed: true };

      // Both terminals of the school hear of the member at once.
      const answers = await Promise.all(
        [0, 1].map((minute) => member.start(later.add({ minutes: minute }).toString())),
      );
      const started = answers.filter(({ status }) => status === 201);
      expect(started.map(({ body }) => body.data.closedActiveSession)).toMatchObject([closedActiveSession]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      must(200, await member.stop(later.add({ minutes: 45 }).toString()));

      const logs: { startTime: string; endTime: string; autoClosed: boolean }[] = await member.logs();
      expect(logs.filter(({ autoClosed }) => autoClosed)).toMatchObject([
        { startTime: start.toString({ fractionalSecondDigits: 3 }) },
      ]);
      const worked = logs.reduce((sum, log) => sum + Date.parse(log.endTime) - Date.parse(log.startTime), 0);
      const dates = { from: shifted(day, -2), to: shifted(day, 7) };
      const { body } = must(
        200,
        await member.client.get('/time-tracking/totals', { query: { userId: member.userId, ...dates } }),
      );
      expect(body.data).toMatchObject({
        workedMinutes: Math.floor(worked / 60_000),
        logs: 2,
        autoClosed: 1,
        timeZone: counted,
      });
    },
  );
}

function shifted(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}
