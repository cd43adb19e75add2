import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordStatus, type TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { badge, type Empty, heading, linkButton, notSearched } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { screen } from '../../route/screen.ts';
import { search } from '../../route/search.ts';
import { listClockedIn, type PeoplePage } from './clocked-in.ts';
import { clockings } from './clockings.ts';
import { MAX_SEARCHED, PATH, pathOf } from './person-of.ts';

/** The people of the institution. */
export const people = screen({
  path: '/people',
  async view(visit) {
    const { call, callIfAvailable, query, session } = visit;
    const { search: text = '', state = 'active' } = query;
    const states = [
      ['active', t.words.active],
      ['archived', t.words.archived],
      ['clocked-in', t.people.clockedInNow],
      ['all', t.words.all],
    ] as const;
    const isState = states.some(([each]) => each === state);
    const { found, faults } = await search<PeoplePage>(
      isState ? {} : { state: t.failures.chooseOne },
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
      label: t.frame.people,
      rows: shown,
      columns: [
        {
          head: t.words.name,
          cell: ({ name, isArchived }) =>
            html`${name}${isArchived && html` <span class="muted">${t.people.archivedBeside}</span>`}`,
        },
        { head: t.words.email, kind: 'wrap', cell: ({ email }) => email },
        { head: t.words.code, cell: ({ code }) => code && html`<span class="mono">${code}</span>` },
        { head: t.words.time, cell: ({ id }) => clockingOf(clocked, id) },
      ],
      href: pathOf,
      empty: found ? nobody(found.next !== undefined, text === '' && state === 'active') : notSearched(),
    });
    return {
      title: t.frame.people,
      ...(!found && { status: 422 }),
      body: html`${heading({
        title: t.frame.people,
        about: t.people.about(session.institutionName),
        actions: html`${linkButton(`${PATH}/import`, t.people.importCsv)}${linkButton(`${PATH}/add`, t.people.add, 'primary')}`,
      })}
${filters({
  label: t.frame.people,
  path: PATH,
  query,
  faults,
  filters: [
    { kind: 'search', name: 'search', label: t.frame.search, maxLength: MAX_SEARCHED, placeholder: t.people.searched },
    { kind: 'select', name: 'state', label: t.words.state, options: states },
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
    summary: (found?.first ? t.people.shownLatestFirst : t.people.shownByName)(shown.length),
  }),
)}`,
    };
  },
});

function clockingOf(clocked: ReadonlyMap<string, TimeRecord> | undefined, id: string): Fragment {
  if (!clocked) return html`<span class="muted">${t.people.unknown}</span>`;
  const open = clocked.get(id);
  if (!open) return undefined;
  return open.status === RecordStatus.PAUSED
    ? badge('warn', t.people.clockedInPaused)
    : badge('good', t.people.clockedIn);
}

/** A list without people. @param isAll whether nothing narrows it */
function nobody(hasNext: boolean, isAll: boolean): Empty {
  if (hasNext) return { title: t.people.later, text: t.people.laterText };
  return isAll
    ? { title: t.people.nobody, text: t.people.nobodyText }
    : { title: t.people.noMatch, text: t.people.noMatchText };
}
