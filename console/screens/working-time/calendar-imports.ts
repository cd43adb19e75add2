import { Refusal } from '../../../platform/core/errors/refusal.ts';
import {
  CalendarService,
  type RemoveCalendarDaysResponse,
} from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { faultSummary, heading, shownValues } from '../../components/elements.ts';
import { type FormState, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { sentenceOf } from '../../components/refusals.ts';
import { rowFaults } from '../../components/row-faults.ts';
import { dateTimeText } from '../../components/time.ts';
import { Failure } from '../../http/failure.ts';
import { type Redirect, type SessionVisit, screen } from '../../route/screen.ts';
import { daysTable } from './calendar.ts';
import { CALENDAR } from './paths.ts';

/** The days that a file would bring, and the form that imports them. */
export const previewCalendar = screen({
  path: '/settings/working-time/calendar/imports/{id}',
  success: () => t.workingTime.daysImported,
  view: (visit, state) => show(visit, state),
  async submit(visit) {
    const { send, values, params, fresh } = visit;
    try {
      await send(CalendarService.method.importCalendarDays, { id: params.id ?? '', state: values.state ?? '' });
      return { to: CALENDAR };
    } catch (error) {
      if (!(error instanceof Refusal && STALE.has(error.code))) throw error;
      return { ...(await show(visit, fresh, true)), status: 409 };
    }
  },
});

/** The codes of a refusal when days have changed since a preview. */
const STALE: ReadonlySet<string> = new Set(['CALENDAR_IMPORT_STALE', 'CALENDAR_DAY_TAKEN']);

async function show({ call, params }: SessionVisit, state: FormState, isStale = false): Promise<Page> {
  const preview = await call(CalendarService.method.previewCalendarImport, { id: params.id ?? '' });
  const { days, unchanged, faultCount, state: seen } = preview;
  const created = days.filter(({ id }) => id === '').length;
  return {
    title: t.workingTime.preview,
    body: html`${heading({
      title: t.workingTime.preview,
      parent: { href: CALENDAR, title: t.workingTime.calendar },
      about: faultCount > 0 ? t.workingTime.aboutFaults : t.workingTime.aboutPreview,
    })}${isStale && faultSummary(t.workingTime.stale, [])}${shownValues('preview', [
      [t.workingTime.isNew, String(created)],
      [t.workingTime.changed, String(days.length - created)],
      [t.workingTime.unchanged, String(unchanged)],
      [t.parts.faultList, String(faultCount)],
    ])}${
      faultCount > 0
        ? rowFaults(preview, sentenceOf)
        : html`${days.length > 0 && daysTable(days, { head: t.workingTime.change, cell: ({ id }) => t.workingTime[id === '' ? 'isNew' : 'changed'] })}${form(
            { ...state, values: {} },
            { fields: [], submit: t.workingTime.import, carried: { state: seen }, cancel: CALENDAR },
          )}`
    }`,
  };
}

function removed({ removed: count }: RemoveCalendarDaysResponse): Redirect {
  if (count === 0) throw new Failure(404);
  return { to: CALENDAR };
}

/** Removes one day: a button that shows nothing else. */
export const removeCalendarDay = screen({
  path: '/settings/working-time/calendar/days/{id}/remove',
  success: () => t.workingTime.dayRemoved,
  async submit({ send, params: { id = '' } }) {
    return removed(await send(CalendarService.method.removeCalendarDays, { which: { case: 'id', value: id } }));
  },
});

/** Removes all days of an import. */
export const removeCalendarImport = screen({
  path: '/settings/working-time/calendar/imports/{id}/remove',
  success: () => t.workingTime.daysRemoved,
  async view({ call, params, present }, state) {
    const { imports } = await call(CalendarService.method.listCalendarImports, {});
    const found = imports.find(({ id }) => id === params.id);
    if (!found) throw new Failure(404);
    return {
      title: t.workingTime.removeTitle(found.days),
      body: confirmation(state, {
        title: t.workingTime.removeQuestion(found.days),
        consequences: [t.workingTime.removeDays(dateTimeText(found.importedAt, present)), t.workingTime.removeEffect],
        act: t.workingTime.removeAll,
        back: CALENDAR,
      }),
    };
  },
  async submit({ send, params: { id = '' } }) {
    return removed(await send(CalendarService.method.removeCalendarDays, { which: { case: 'importId', value: id } }));
  },
});
