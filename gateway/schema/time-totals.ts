import { type Static, Type } from 'typebox';
import {
  OpenSessionSchema,
  type PeriodTotals as PeriodTotalsMessage,
  PeriodTotalsSchema,
  TotalsSchema,
} from '../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { representation, type Words } from './contract.ts';
import { logExample } from './time-record.ts';
import { Id, Instant, Int32, LocalDate, nullable } from './types.ts';

const Count = (description: string, example: number) => Int32(description, { minimum: 0, examples: [example] });

const counts = {
  workedMinutes: Count('The time of all logs without their pauses, in whole minutes, rounded down.', 480),
  pauseMinutes: Count('The time of all pauses, in whole minutes, rounded down.', 30),
  logs: Count('How many logs have a part in it.', 1),
  autoClosed: Count('How many of these logs were closed at the end of their day.', 0),
};

const sums = { ...counts, ...{ workedSeconds: null, pauseSeconds: null, marks: null } };

/** The hours of a period. */
const PeriodTotals = representation('TimePeriodTotals', PeriodTotalsSchema, {
  start: LocalDate('The first day.', '2026-10-05'),
  end: LocalDate('The day after the last.', '2026-10-06'),
  ...sums,
} satisfies Words<PeriodTotalsMessage>);

const OpenSession = representation('TimeOpenSession', OpenSessionSchema, {
  id: Id('The session’s id.'),
  startTime: Instant('When it began.'),
});

/** The hours of a member. */
export const Totals = representation(
  'TimeTotals',
  TotalsSchema,
  {
    userId: Id('The member’s user id.'),
    timeZone: { text: 'The institution’s time zone (IANA), whose days these are.', example: 'Europe/Berlin' },
    from: LocalDate('The first day.', '2026-10-05'),
    to: LocalDate('The day after the last.', '2026-10-07'),
    ...sums,
    openSession: nullable(OpenSession),
    periods: Type.Array(PeriodTotals, {
      description:
        'All periods in order, without gaps and also empty ones. The first and the last are cut to `from` and `to`.',
    }),
  },
  { description: 'The hours of a member. Open sessions are not in the sums.' },
);
export type TotalsView = Static<typeof Totals>;

/** The hours of one of all members. */
export const MemberTotals = representation(
  'TimeMemberTotals',
  TotalsSchema,
  {
    userId: Id('The member’s user id.'),
    ...counts,
    workedSeconds: Type.Number({
      description: 'As `workedMinutes`, exact: seconds with milliseconds as decimals.',
      minimum: 0,
      examples: [28_800],
    }),
    openSession: nullable(OpenSession),
    ...{ timeZone: null, from: null, to: null, pauseSeconds: null, marks: null, periods: null },
  },
  { description: 'The hours of a member in a period, as the totals of the member have them.' },
);
export type MemberTotalsView = Static<typeof MemberTotals>;

const ofOneDay = { workedMinutes: 480, pauseMinutes: 30, logs: 1, autoClosed: 0 };

export const totalsExample: TotalsView = {
  userId: logExample.userId,
  timeZone: 'Europe/Berlin',
  from: '2026-10-05',
  to: '2026-10-07',
  ...ofOneDay,
  openSession: { id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1a02', startTime: '2026-10-12T06:00:00.000Z' },
  periods: [
    { start: '2026-10-05', end: '2026-10-06', ...ofOneDay },
    { start: '2026-10-06', end: '2026-10-07', workedMinutes: 0, pauseMinutes: 0, logs: 0, autoClosed: 0 },
  ],
};

export const memberTotalsExample: MemberTotalsView = {
  userId: totalsExample.userId,
  ...ofOneDay,
  workedSeconds: 28_800,
  openSession: null,
};
