import { lowerCaseTexts } from '../../../platform/core/enum-texts.ts';
import {
  type CalendarDay,
  CalendarDayKind,
  type CalendarImport,
  CalendarService,
} from '../../../proto/gen/lyceum/timetracking/v1/calendar_pb.ts';
import { heading, linkButton, postButton, section } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { type Column, table } from '../../components/table.ts';
import { dayText, time } from '../../components/time.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { CALENDAR, importPathOf, WORKING_TIME } from './paths.ts';

const kinds = lowerCaseTexts(CalendarDayKind);

function fields(): readonly Field[] {
  return [
    {
      kind: 'file',
      name: 'file',
      label: t.workingTime.file,
      accept: '.csv,text/csv,.ics,text/calendar',
      required: true,
      help: t.workingTime.fileHelp,
    },
    {
      kind: 'select',
      name: 'kind',
      label: t.words.kind,
      options: kinds.all.map((kind) => [kind, t.workingTime[kind]]),
      help: t.workingTime.kindHelp,
    },
  ];
}

/** The days of the calendar, and the form that takes a file with more. */
export const calendar = screen({
  path: '/settings/working-time/calendar',
  hasFile: true,
  async view({ call, query, present }, state) {
    const page = pageOf(query);
    const [{ days, hasMore }, { imports }] = await Promise.all([
      call(CalendarService.method.listCalendarDays, { page }),
      call(CalendarService.method.listCalendarImports, {}),
    ]);
    const [first] = days;
    const last = days.at(-1);
    const cursor = hasMore && last ? cursorAfter({ sort: last.from, id: last.id }) : undefined;
    const top = cursorAt(first && { sort: first.from, id: first.id }, 'ascending');
    const list = daysTable(days, {
      head: t.words.action,
      kind: 'action',
      cell: ({ id, name }) => postButton(`${CALENDAR}/days/${id}/remove`, t.words.remove, 'danger', name),
    });
    const importList = table<CalendarImport>({
      label: t.workingTime.imports,
      rows: imports,
      columns: [
        { head: t.workingTime.imported, cell: ({ importedAt }) => time(importedAt, present) },
        { head: t.workingTime.days, kind: 'num', cell: ({ days: count }) => String(count) },
        {
          head: t.words.action,
          kind: 'action',
          cell: ({ id, days: count }) =>
            linkButton(
              `${importPathOf(id)}/remove`,
              t.workingTime.removeAll,
              'danger',
              t.workingTime.daysOfImport(count),
            ),
        },
      ],
      empty: { title: '', text: '' },
    });
    return {
      title: t.workingTime.calendar,
      body: html`${heading({
        title: t.workingTime.calendar,
        parent: { href: WORKING_TIME, title: t.workingTime.title },
        about: t.workingTime.aboutCalendar,
      })}<div id="list">${list}${pages({ path: CALENDAR, query, cursor, top, summary: t.workingTime.daysShown(days.length) })}</div>
${section('import', t.workingTime.importDays, form(state, { fields: fields(), submit: t.workingTime.showPreview }))}${imports.length > 0 && section('imports', t.workingTime.imports, importList)}`,
    };
  },
  async submit({ send, file, values: { kind = '' } }) {
    const chosen = kinds.all.find((each) => each === kind);
    refuseFaults({
      ...(!file?.length && { file: t.workingTime.chooseFile }),
      ...(!chosen && { kind: t.failures.chooseOne }),
    });
    const { id } = await send(CalendarService.method.createCalendarImport, {
      file: file ?? new Uint8Array(),
      kind: chosen ? kinds.from(chosen) : CalendarDayKind.UNSPECIFIED,
    });
    return { to: importPathOf(id) };
  },
});

/** Days as a table. @param more its last column */
export function daysTable(days: readonly CalendarDay[], more: Column<CalendarDay>) {
  return table<CalendarDay>({
    label: t.workingTime.days,
    rows: days,
    columns: [
      { head: t.words.name, kind: 'wrap', cell: ({ name }) => name },
      { head: t.words.from, cell: ({ from }) => dayText(from) },
      { head: t.words.to, cell: ({ to }) => dayText(to) },
      { head: t.words.kind, cell: ({ kind }) => t.workingTime[kinds.of(kind)] },
      more,
    ],
    empty: { title: t.workingTime.noDays, text: t.workingTime.noDaysText },
  });
}
