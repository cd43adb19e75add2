import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { empty, heading, linkButton, notSearched } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { strip } from '../../components/strip.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { exportLinks } from './excel.ts';
import { readFilter, type Selection, shownOptions, withPeriod } from './filter.ts';
import { readHours } from './period-hours.ts';
import { namesOf, PATH } from './record-of.ts';
import { recordsTable } from './rows.ts';
import { hoursSection, hoursStrip } from './totals.ts';

/** The time records of a period. */
export const timeRecords = screen({
  path: '/time-records',
  async view(visit) {
    const { call, query, session } = visit;
    const address = withPeriod(visit);
    if (address) return { to: `${PATH}?${new URLSearchParams(address)}` };
    const [read, { userGroups }] = await Promise.all([
      readFilter(visit),
      call(UserGroupService.method.listUserGroups, { page: { size: MOST_GROUPS } }),
    ]);
    const [person, another] = 'selection' in read ? (read.selection.chosen?.users ?? []) : [];
    const add = person && !another ? `?${new URLSearchParams({ person: person.id })}` : '';
    const list: Listed = 'faults' in read ? { ...NOTHING(), faults: read.faults } : await listOf(visit, read.selection);
    return {
      title: t.frame.timeRecords,
      ...(list.faults && { status: 422 }),
      body: html`${heading({
        title: t.frame.timeRecords,
        about: t.timeRecords.about(session.institutionName, visit.present.timeZone),
        actions: html`${linkButton(`${PATH}/findings`, t.findings.title)}${linkButton(`${PATH}/closed-months`, t.closedMonths.title)}${linkButton(`${PATH}/close-month`, t.closedMonths.close)}${linkButton(`${PATH}/add${add}`, t.recordForms.add, 'primary')}`,
      })}
${list.strip}
${filters({
  label: t.frame.timeRecords,
  path: PATH,
  query,
  ...(list.faults && { faults: list.faults }),
  filters: [
    { kind: 'date', name: 'from', label: t.words.from },
    { kind: 'date', name: 'to', label: t.words.to },
    { name: 'person', label: t.words.person, maxLength: 320, placeholder: t.timeRecords.nameEmailOrCode },
    {
      kind: 'select',
      name: 'group',
      label: t.timeRecords.userGroup,
      options: [['', t.timeRecords.everybody], ...userGroups.map(({ id, name }) => [id, name] as const)],
    },
    { kind: 'select', name: 'show', label: t.words.state, options: shownOptions() },
  ],
  given: FILTERS,
})}
${filteredList(list.body)}`,
    };
  },
});

interface Listed {
  readonly strip: Html;
  readonly body: Html;
  readonly faults?: Readonly<Record<string, string>>;
}

const NOTHING = (): Listed => ({ strip: strip([], 'summary'), body: empty(notSearched()) });
const MOST_GROUPS = 500;
/** On a phone the list comes first, whatever is chosen. */
const FILTERS = ['from', 'to', 'person', 'group', 'show'];

async function listOf(visit: SessionVisit, selection: Selection): Promise<Listed> {
  const { call, callIfAvailable, query } = visit;
  const { chosen, request } = selection;
  const userIds = chosen?.users.map(({ id }) => id) ?? [];
  const isNobody = chosen !== undefined && userIds.length === 0;
  const isOfAll = (query.show ?? 'all') === 'all';
  const asked = { page: pageOf(query), ...request, userIds };
  const [{ found, faults }, read] = await Promise.all([
    search({}, {}, async () => (isNobody ? NO_RECORDS : call(RecordService.method.listRecords, asked))),
    isOfAll ? readHours(visit, selection) : undefined,
  ]);
  if (!found) return { ...NOTHING(), faults };
  const { records, hasMore } = found;
  const [names, hours] = await Promise.all([
    namesOf(
      callIfAvailable,
      records.map(({ userId }) => userId),
    ),
    read && hoursSection(visit, selection, read),
  ]);
  const [first] = records;
  const last = records.at(-1);
  const cursor = hasMore && last ? cursorAfter({ sort: last.startTime, id: last.id }) : undefined;
  const top = cursorAt(first && { sort: first.startTime, id: first.id }, 'descending');
  return {
    strip: read ? hoursStrip(read, query) : strip([], 'summary'),
    body: html`${isOfAll && !read && html`<p class="message warn">${t.timeRecords.sumsAway}</p>`}${hours}${recordsTable(records, names, visit)}${pages({ path: PATH, query, cursor, top, summary: t.timeRecords.shown(records.length) })}${exportsOf(visit)}`,
  };
}

const NO_RECORDS = { records: [], hasMore: false };

function exportsOf(visit: SessionVisit): Html {
  const { cursor: _cursor, before: _before, people: _people, ...query } = visit.query;
  const { show: _show, ...others } = query;
  return exportLinks(visit, [
    [t.parts.exportCsv, `${PATH}/export`, query],
    [t.timeRecords.exportByDay, `${PATH}/export`, { ...others, by: 'day' }],
  ]);
}
