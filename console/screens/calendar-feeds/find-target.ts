import { filteredList, filters } from '../../components/filters.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { table } from '../../components/table.ts';
import { screen } from '../../route/screen.ts';
import { PATH } from './list.ts';
import { findTargets, KINDS, type Target } from './targets.ts';

const OWN_PATH = `${PATH}/new`;

/** The first step to a feed: finds the course, room or person. */
export const findTarget = screen({
  path: '/calendar-feeds/new',
  async view({ callIfAvailable, query }) {
    const { text = '' } = query;
    const found = text === '' ? [] : await findTargets(callIfAvailable, text);
    const list = table<Target>({
      label: 'Found',
      rows: found ?? [],
      columns: [
        { head: 'Name', kind: 'wrap', cell: ({ name }) => name },
        { head: 'Kind', cell: ({ of }) => KINDS[of] },
        { head: 'Details', kind: 'wrap', cell: ({ about }) => html`<span class="muted">${about}</span>` },
      ],
      href: ({ of, id }) => `${OWN_PATH}/${of}/${id}`,
      empty:
        text === ''
          ? {
              title: 'Whose calendar?',
              text: 'Courses, rooms and people whose names, codes or emails contain what you type are listed here. Choose one.',
            }
          : {
              title: 'Nothing found',
              text: 'Type another part of the name. You can’t create feeds for archived records.',
            },
    });
    return {
      title: 'Create calendar feed',
      isNarrow: true,
      body: html`${heading({
        title: 'Create calendar feed',
        parent: { href: PATH, title: 'Calendar feeds' },
        about: 'Find the course, room or person first.',
      })}${filters({
        label: 'Courses, rooms and people',
        path: OWN_PATH,
        query,
        filters: [
          {
            kind: 'search',
            name: 'text',
            label: 'Course, room or person',
            maxLength: 255,
            live: { path: OWN_PATH, part: 'list' },
          },
        ],
      })}${filteredList(found ? list : AWAY)}`,
    };
  },
});

const AWAY = html`<p class="message warn">Part of Lyceum is temporarily unavailable. Try again in a few seconds.</p>`;
