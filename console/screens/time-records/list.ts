import { RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { badge, empty, heading, linkButton, NOT_SEARCHED } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Html, html } from '../../components/html.ts';
import { pages } from '../../components/pages.ts';
import { type Column, table } from '../../components/table.ts';
import { hours, localTime, type Present } from '../../components/time.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { readFilter, type Selection, SHOWN, withPeriod } from './filter.ts';
import { formOf, isOpen, type Names, namesOf, originOf, PATH } from './record-of.ts';
import { totalsSection } from './totals.ts';

/** The time records of a period. */
export const timeRecords = screen({
  path: '/time-records',
  async view(visit) {
    const { query, session } = visit;
    const address = withPeriod(visit);
    if (address) return { to: `${PATH}?${new URLSearchParams(address)}` };
    const read = await readFilter(visit);
    const { person = '' } = query;
    const add = person === '' ? '' : `?${new URLSearchParams({ person })}`;
    const list =
      'faults' in read ? { body: empty(NOT_SEARCHED), faults: read.faults } : await listOf(visit, read.selection);
    return {
      title: 'Time records',
      ...(list.faults && { status: 422 }),
      body: html`${heading({
        title: 'Time records',
        about: `Who worked when in ${session.institutionName}. Times are those of ${visit.present.timeZone}.`,
        actions: html`${linkButton(`${PATH}/findings`, 'Findings')}${linkButton(`${PATH}/closed-months`, 'Closed months')}${linkButton(`${PATH}/close-month`, 'Close month')}${linkButton(`${PATH}/add${add}`, 'Add record', 'primary')}`,
      })}
${filters({
  label: 'Time records',
  path: PATH,
  query,
  ...(list.faults && { faults: list.faults }),
  filters: [
    { kind: 'date', name: 'from', label: 'From' },
    { kind: 'date', name: 'to', label: 'To' },
    { name: 'person', label: 'Person', maxLength: 320, placeholder: 'Email, code or id' },
    { kind: 'select', name: 'show', label: 'Show', options: SHOWN },
  ],
})}
${filteredList(list.body)}`,
    };
  },
});

async function listOf(
  visit: SessionVisit,
  selection: Selection,
): Promise<{ readonly body: Html; readonly faults?: Readonly<Record<string, string>> }> {
  const { call, callIfAvailable, query } = visit;
  const { person, request } = selection;
  const { found, faults } = await search({}, {}, () =>
    call(RecordService.method.listRecords, { page: pageOf(query), ...request, ...(person && { userId: person.id }) }),
  );
  if (!found) return { body: empty(NOT_SEARCHED), faults };
  const { records, hasMore } = found;
  const [names, totals] = await Promise.all([
    namesOf(
      callIfAvailable,
      records.map(({ userId }) => userId),
    ),
    totalsSection(visit, selection),
  ]);
  const [first] = records;
  const last = records.at(-1);
  const rows = table<TimeRecord>({
    label: 'Time records',
    rows: records,
    columns: columnsOf(names, visit),
    href: (record) => formOf(record, query),
    empty: { title: 'No time records', text: NONE },
  });
  const cursor = hasMore && last ? cursorAfter({ sort: last.startTime, id: last.id }) : undefined;
  const top = cursorAt(first && { sort: first.startTime, id: first.id }, 'descending');
  return {
    body: html`${exportLinks(query)}${rows}${pages({ path: PATH, query, cursor, top, summary: `${records.length} shown, newest first` })}${totals}`,
  };
}

function columnsOf(names: Names, { present, query }: SessionVisit): readonly Column<TimeRecord>[] {
  return [
    { head: 'Person', cell: ({ userId }) => names(userId) },
    { head: 'Start', cell: ({ startTime }) => localTime(startTime, present) },
    { head: 'End', cell: (record) => endOf(record, present) },
    { head: 'Worked', kind: 'num', cell: ({ workedMinutes }) => workedMinutes !== undefined && hours(workedMinutes) },
    { head: 'Pauses', kind: 'num', cell: ({ pauseMinutes }) => pauseMinutes !== undefined && hours(pauseMinutes) },
    { head: 'Source', cell: originOf },
    {
      head: 'Action',
      kind: 'action',
      cell: (record) =>
        linkButton(
          formOf(record, query),
          isOpen(record) ? 'End session' : 'Correct',
          'plain',
          `of ${names(record.userId)}`,
        ),
    },
  ];
}

function endOf(record: TimeRecord, present: Present): Html {
  const { endTime, status } = record;
  if (endTime === undefined) return badge('good', status === RecordStatus.PAUSED ? 'Open, paused' : 'Open');
  return html`${localTime(endTime, present)}${endBadge(record)}`;
}

/** How a log got its end, unless by a punch. */
function endBadge({ autoClosed, correctedAt }: TimeRecord): Html | undefined {
  if (!autoClosed) return correctedAt === undefined ? undefined : html` ${badge('plain', 'Corrected')}`;
  return correctedAt === undefined
    ? html` ${badge('warn', 'Closed automatically')}`
    : html` ${badge('plain', 'Closed automatically, checked')}`;
}

function exportLinks(query: SessionVisit['query']): Html {
  const { cursor: _cursor, before: _before, show, ...others } = query;
  const address = (more: Readonly<Record<string, string>>) =>
    `${PATH}/export?${new URLSearchParams({ ...others, ...more })}`;
  return html`<p class="actions">${linkButton(address(show === undefined ? {} : { show }), 'Export CSV')} ${linkButton(address({ by: 'day' }), 'Export by day')}</p>`;
}

const NONE = 'No time records match. Choose another period or person, or show all.';
