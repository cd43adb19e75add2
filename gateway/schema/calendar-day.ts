import type { Static } from 'typebox';
import { lowerCaseTexts } from '../../platform/core/enum-texts.ts';
import { CalendarDayKind, CalendarDaySchema } from '../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { representation } from './contract.ts';
import { Choice, Id, Instant, LocalDate } from './types.ts';

export const calendarDayKinds = lowerCaseTexts(CalendarDayKind);

/** A day of the institution's calendar, or several that follow each other. */
export const CalendarDay = representation('CalendarDay', CalendarDaySchema, {
  id: Id('The day’s id.'),
  name: { text: 'For people.', example: 'Christmas' },
  from: LocalDate('The first day.', '2026-12-24'),
  to: LocalDate('The last day: the same as `from` for a single one.', '2026-12-26'),
  kind: Choice(calendarDayKinds.all, '`holiday`, or `closed`: the institution is closed, as in school holidays.'),
  createdAt: Instant('When the day was created.'),
  updatedAt: Instant('When the day was last changed.'),
  importId: null,
});
export type CalendarDayView = Static<typeof CalendarDay>;

export const calendarDayExample: CalendarDayView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f2701',
  name: 'Christmas',
  from: '2026-12-24',
  to: '2026-12-26',
  kind: 'holiday',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
};
