import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { badge, heading, linkButton, notSearched } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Fragment, html } from '../../components/html.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { screen } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { listClockedIn, type PeoplePage } from './clocked-in.ts';
import { clockings } from './clockings.ts';
import { MAX_SEARCHED, PATH, pathOf } from './person-of.ts';

const STATES: readonly (readonly [value: string, label: string])[] = [
  ['active', 'Active'],
  ['archived', 'Archived'],
  ['clocked-in', 'Clocked in now'],
  ['all', 'All'],
];

/** The people of the institution. */
export const people = screen({
  path: '/people',
  async view(visit) {
    const { call, callIfAvailable, query, session } = visit;
    const { search: text = '', state = 'active' } = query;
    const isState = STATES.some(([each]) => each === state);
    const { found, faults } = await search<PeoplePage>(
      isState ? {} : { state: 'Choose one of these.' },
      { text: 'search' },
      () =>
        state === 'clocked-in'
          ? listClockedIn(visit, text)
          : call(PersonService.method.listPeople, {
              page: pageOf(query),
              text,
              ...(state !== 'all' && { isArchived: state === 'archived' }),
            }),
    );
    const shown = found?.people ?? [];
    const clocked = await clockings(callIfAvailable, shown);
    const list = table<User>({
      label: 'People',
      rows: shown,
      columns: [
        {
          head: 'Name',
          cell: ({ name, isArchived }) => html`${name}${isArchived && html` <span class="muted">archived</span>`}`,
        },
        { head: 'Email', kind: 'wrap', cell: ({ email }) => email },
        { head: 'Code', cell: ({ code }) => code && html`<span class="mono">${code}</span>` },
        { head: 'Time', cell: ({ id }) => clockingOf(clocked, id) },
      ],
      href: pathOf,
      empty: found ? (found.next ? LATER : text === '' && state === 'active' ? NOBODY : NO_MATCH) : notSearched(),
    });
    return {
      title: 'People',
      ...(!found && { status: 422 }),
      body: html`${heading({
        title: 'People',
        about: `Everyone at ${session.institutionName} who clocks in, teaches, learns or signs in.`,
        actions: html`${linkButton(`${PATH}/import`, 'Import CSV')}${linkButton(`${PATH}/add`, 'Add person', 'primary')}`,
      })}
${filters({
  label: 'People',
  path: PATH,
  query,
  faults,
  filters: [
    { kind: 'search', name: 'search', label: 'Search', maxLength: MAX_SEARCHED, placeholder: 'Name, email or code' },
    { kind: 'select', name: 'state', label: 'State', options: STATES },
  ],
})}
${filteredList(
  list,
  pages({
    path: PATH,
    query,
    cursor: found?.next && cursorAfter(found.next),
    top: found?.first
      ? cursorAt(found.first, 'descending')
      : cursorAt(shown[0] && { sort: shown[0].name, id: shown[0].id }, 'ascending'),
    summary: `${shown.length} shown, ${found?.first ? 'the latest first' : 'by name'}`,
  }),
)}`,
    };
  },
});

function clockingOf(clocked: ReadonlyMap<string, TimeRecord> | undefined, id: string): Fragment {
  if (!clocked) return html`<span class="muted">Unknown</span>`;
  const open = clocked.get(id);
  if (!open) return undefined;
  return open.status === RecordStatus.PAUSED ? badge('warn', 'Clocked in, paused') : badge('good', 'Clocked in');
}

const NOBODY = {
  title: 'Nobody yet',
  text: 'People are added here, from a spreadsheet, by integrations, or with the bundle of the institution.',
};
const NO_MATCH = {
  title: 'Nobody matches',
  text: 'Type another part of the name, email or code, or choose another state.',
};
const LATER = { title: 'No matches yet', text: 'Go to the next page to continue the search.' };
