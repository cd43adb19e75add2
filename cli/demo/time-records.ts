import { demoInstant } from './local-time.ts';

/** The time records of the demo institution. Members are named by code; times are RFC 3339, UTC. */
export interface TimeRecords {
  readonly logs: readonly PlannedLog[];
  /** What one of the logs says after it was corrected. */
  readonly correction: { readonly code: string; readonly startTime: string; readonly endTime: string };
  /** A member who did not clock out on one evening: the start of the next working day closes it. */
  readonly forgetful: {
    readonly code: string;
    readonly forgotten: string;
    readonly start: string;
    readonly stop: string;
  };
}

interface PlannedLog {
  readonly code: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly pauses: { readonly startTime: string; readonly endTime: string }[];
}

/** A month of time records: those of the working days among the thirty days before a day. */
export function timeRecordsBefore(day: Temporal.PlainDate): TimeRecords {
  const days = Array.from({ length: 30 }, (_, index) => day.subtract({ days: 30 - index })).filter(isWorkingDay);
  const [first = day] = days;
  const [evening = day, next = day] = days.slice(-2);
  const [whole, forgets] = [HOURS[0], HOURS[2]] as const;
  return {
    logs: HOURS.flatMap((hours) => (hours === forgets ? days.slice(0, -2) : days).map((date) => logOn(date, hours))),
    correction: { code: whole.code, startTime: demoInstant(first, whole.from), endTime: demoInstant(first, '15:30') },
    forgetful: {
      code: forgets.code,
      forgotten: demoInstant(evening, forgets.from),
      start: demoInstant(next, forgets.from),
      stop: demoInstant(next, forgets.to),
    },
  };
}

function isWorkingDay({ dayOfWeek }: Temporal.PlainDate): boolean {
  return dayOfWeek <= 5;
}

function logOn(date: Temporal.PlainDate, { code, from, to }: { code: string; from: string; to: string }): PlannedLog {
  const pause = { startTime: demoInstant(date, '12:00'), endTime: demoInstant(date, '12:30') };
  return { code, startTime: demoInstant(date, from), endTime: demoInstant(date, to), pauses: [pause] };
}

/** When members work whom no example of the guides names. */
const HOURS = [
  { code: 'NH-0009', from: '08:00', to: '16:30' },
  { code: 'NH-0006', from: '09:00', to: '17:00' },
  { code: 'NH-0007', from: '07:30', to: '15:45' },
  { code: 'NH-0008', from: '08:30', to: '13:00' },
] as const;
