import { choice, date, int32, name, optional, text } from '../../../bundle/format/fields.ts';
import { kind } from '../../../bundle/format/kind.ts';
import { calendarDayKinds, spanFault } from '../domain/calendar-day.ts';
import * as tables from '../store/tables.ts';

export const timestampTemplates = kind('timestampTemplates', tables.timestampTemplates, {
  fields: { label: name(), color: optional(text(32)), position: optional(int32()) },
  initial: ({ index }) => ({ position: index }),
});

export const calendarDays = kind('calendarDays', tables.calendarDays, {
  fields: { name: name(), from: date(), to: optional(date()), kind: choice(calendarDayKinds.all) },
  columns: { from: 'firstDay', to: 'lastDay' },
  // A last day that is not named stays, unless it cannot be that of the first one any more.
  computed({ from, to }, _, { stored }) {
    const kept = stored && spanFault(from, stored.lastDay) === null ? stored.lastDay : from;
    return { lastDay: to ?? kept };
  },
  check(days, report) {
    const seen = new Map<string, number>();
    for (const [index, { name, from, to }] of days) {
      const fault = to === undefined || to === null ? null : spanFault(from, to);
      if (fault !== null) report(index, ['to'], fault);
      const first = seen.getOrInsert(`${from} ${name}`, index);
      if (first !== index)
        report(index, ['name'], `is also the name of /calendarDays/${first}, which begins on the same day`);
    }
  },
});

/** Timetracking's sections of an institution bundle. */
export const sections = [timestampTemplates, calendarDays];
