import { Refusal } from '../../../platform/core/errors/refusal.ts';
import {
  CalendarService,
  type RemoveCalendarDaysResponse,
} from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { faultSummary, heading, shownValues } from '../../components/elements.ts';
import { type FormState, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
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
  success: () => 'The days were imported.',
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
    title: 'Preview',
    body: html`${heading({
      title: 'Preview',
      parent: { href: CALENDAR, title: 'Calendar' },
      about: faultCount > 0 ? 'The file has errors. Fix them and upload it again.' : ABOUT,
    })}${isStale && faultSummary(CHANGED, [])}${shownValues('preview', [
      ['New', String(created)],
      ['Changed', String(days.length - created)],
      ['Unchanged', String(unchanged)],
      ['Faults', String(faultCount)],
    ])}${
      faultCount > 0
        ? rowFaults(preview, sentenceOf)
        : html`${days.length > 0 && daysTable(days, { head: 'Change', cell: ({ id }) => (id === '' ? 'New' : 'Changed') })}${form(
            { ...state, values: {} },
            { fields: [], submit: 'Import', carried: { state: seen }, cancel: CALENDAR },
          )}`
    }`,
  };
}

const ABOUT = 'Nothing has been changed yet. The file is imported as a whole, or not at all.';
const CHANGED =
  'Nothing was imported, because some of these days have changed since the preview. Check the new preview below, then import again.';

function removed({ removed: count }: RemoveCalendarDaysResponse): Redirect {
  if (count === 0) throw new Failure(404);
  return { to: CALENDAR };
}

/** Removes one day: a button that shows nothing else. */
export const removeCalendarDay = screen({
  path: '/settings/working-time/calendar/days/{id}/remove',
  success: () => 'The day was removed.',
  async submit({ send, params: { id = '' } }) {
    return removed(await send(CalendarService.method.removeCalendarDays, { which: { case: 'id', value: id } }));
  },
});

/** Removes all days of an import. */
export const removeCalendarImport = screen({
  path: '/settings/working-time/calendar/imports/{id}/remove',
  success: () => 'The days were removed.',
  async view({ call, params, present }, state) {
    const { imports } = await call(CalendarService.method.listCalendarImports, {});
    const found = imports.find(({ id }) => id === params.id);
    if (!found) throw new Failure(404);
    const count = found.days === 1 ? '1 day' : `${found.days} days`;
    return {
      title: `Remove ${count}`,
      body: confirmation(state, {
        title: `Remove ${count}?`,
        consequences: [
          `The days of the import of ${dateTimeText(found.importedAt, present)} will be removed from the calendar, except those that a later import has changed.`,
          'Work on them will no longer be a finding. You can import the file again.',
        ],
        act: 'Remove all',
        back: CALENDAR,
      }),
    };
  },
  async submit({ send, params: { id = '' } }) {
    return removed(await send(CalendarService.method.removeCalendarDays, { which: { case: 'importId', value: id } }));
  },
});
