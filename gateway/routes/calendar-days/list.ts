import { Type } from 'typebox';
import { CalendarDayKind, CalendarService } from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { CalendarDay, calendarDayExample, calendarDayKinds } from '../../schema/calendar-day.ts';
import { Choice, LocalDate } from '../../schema/types.ts';
import { refusals } from '../time-tracking/refusals.ts';

export const listCalendarDays = listEndpoint({
  path: '/calendar-days',
  operationId: 'listCalendarDays',
  tag: 'Time tracking',
  service: 'timetracking',
  summary: 'List the days of the calendar',
  description:
    'An addition to the specification: the institution’s holidays, and the days on which it is closed. Ordered by `from`. Days are dates, in no time zone; both `from` and `to` belong to a day. The filters `from` and `to` are half-open: `from=2026-12-01&to=2027-01-01` lists the days of which a part lies in December.',
  isExtension: true,
  refusals: [refusals.disabled],
  filters: Type.Object({
    from: Type.Optional(LocalDate('Only days that end on this date or later.', '2026-12-01')),
    to: Type.Optional(LocalDate('Only days that begin before this date.', '2027-01-01')),
    kind: Type.Optional(Choice(calendarDayKinds.all, 'Only days of this kind.')),
  }),
  item: CalendarDay,
  example: calendarDayExample,
  position: ({ from, id }) => ({ sort: from, id }),
  async run({ filters: { kind, ...period }, page, call }) {
    const { days, hasMore } = await call(CalendarService.method.listCalendarDays, {
      ...period,
      page,
      kind: kind ? calendarDayKinds.from(kind) : CalendarDayKind.UNSPECIFIED,
    });
    return {
      items: days.map(({ importId: _, kind, ...day }) => ({ ...day, kind: calendarDayKinds.of(kind) })),
      hasMore,
    };
  },
});
