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
import { sentenceCase } from '../../components/labels.ts';
import { pages } from '../../components/pages.ts';
import { type Column, table } from '../../components/table.ts';
import { time } from '../../components/time.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { screen } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { CALENDAR, importPathOf, WORKING_TIME } from './paths.ts';

const kinds = lowerCaseTexts(CalendarDayKind);

const FIELDS: readonly Field[] = [
  {
    kind: 'file',
    name: 'file',
    label: 'File',
    accept: '.csv,text/csv,.ics,text/calendar',
    required: true,
    help: 'A CSV file with a header: name, from, to, kind (holiday or closed), or a calendar file (ICS) with events of whole days. At most 1,000 days.',
  },
  {
    kind: 'select',
    name: 'kind',
    label: 'Kind',
    options: kinds.all.map((kind) => [kind, sentenceCase(kind)]),
    help: 'Of the days of a calendar file, and of rows without a kind. Work on a holiday is a finding; work on a day on which you are closed is none.',
  },
];

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
      head: 'Action',
      kind: 'action',
      cell: ({ id, name }) => postButton(`${CALENDAR}/days/${id}/remove`, 'Remove', 'danger', name),
    });
    const importList = table<CalendarImport>({
      label: 'Imports',
      rows: imports,
      columns: [
        { head: 'Imported', cell: ({ importedAt }) => time(importedAt, present) },
        { head: 'Days', kind: 'num', cell: ({ days: count }) => String(count) },
        {
          head: 'Action',
          kind: 'action',
          cell: ({ id, days: count }) =>
            linkButton(`${importPathOf(id)}/remove`, 'Remove all', 'danger', `${count} days of this import`),
        },
      ],
      empty: { title: '', text: '' },
    });
    return {
      title: 'Calendar',
      body: html`${heading({
        title: 'Calendar',
        parent: { href: WORKING_TIME, title: 'Working time' },
        about: 'Your holidays, and the days on which you are closed. Both From and To belong to a day.',
      })}<div id="list">${list}${pages({ path: CALENDAR, query, cursor, top, summary: `${days.length} shown, in their order` })}</div>
${section('import', 'Import days', form(state, { fields: FIELDS, submit: 'Preview' }))}${imports.length > 0 && section('imports', 'Imports', importList)}`,
    };
  },
  async submit({ send, file, values: { kind = '' } }) {
    const chosen = kinds.all.find((each) => each === kind);
    refuseFaults({
      ...(!file?.length && { file: 'Choose a file that is not empty.' }),
      ...(!chosen && { kind: 'Choose one of these.' }),
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
    label: 'Days',
    rows: days,
    columns: [
      { head: 'Name', kind: 'wrap', cell: ({ name }) => name },
      { head: 'From', cell: ({ from }) => from },
      { head: 'To', cell: ({ to }) => to },
      { head: 'Kind', cell: ({ kind }) => sentenceCase(kinds.of(kind)) },
      more,
    ],
    empty: { title: 'No days yet', text: 'Import the holidays of your state, and the days on which you are closed.' },
  });
}
