import { control } from '../../components/control.ts';
import { empty, heading, link, section, submitButton } from '../../components/elements.ts';
import { filteredList } from '../../components/filters.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { SEARCH } from '../../components/navigation.ts';
import { time } from '../../components/time.ts';
import { allowedCaller } from '../../route/optional-call.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { EVENTS } from '../events/list.ts';
import { MAX_SEARCHED, PATH as PEOPLE, pathOf } from '../people/person-of.ts';
import { requestsPath } from '../requests/filter.ts';
import { requestPath } from '../requests/requests-table.ts';
import { destinationsNamed } from './destinations.ts';
import { type Found, find } from './find.ts';

/** Finds people, requests, events and pages by name or id, of those that the reader may open. */
export const search = screen({
  path: '/search',
  async view(visit) {
    const { q: text = '' } = visit.query;
    return {
      title: 'Search',
      isNarrow: true,
      body: html`${heading({ title: 'Search' })}
<form role="search" aria-label="Console" action="${SEARCH}"><label class="hidden" for="q">Search</label>${control(
        {
          ...{ kind: 'search', name: 'q', label: 'Search', maxLength: MAX_SEARCHED },
          live: { path: SEARCH, part: 'list' },
          beside: submitButton('Search'),
        },
        text,
        html` autofocus aria-keyshortcuts="/"`,
      )}</form>
${filteredList(text === '' ? empty(NOTHING_TYPED) : await results(visit, text))}`,
    };
  },
});

async function results({ callIfAvailable, session, present }: SessionVisit, text: string): Promise<Html> {
  if (text.length > MAX_SEARCHED) return empty(NOTHING);
  const found = await find(allowedCaller(session.actor.roles, callIfAvailable), text);
  const shown = [
    list(
      'Pages',
      destinationsNamed(text).map(([title, path]) => link(path, title)),
    ),
    list('People', peopleIn(found, text)),
    list('Requests', [
      ...found.requests.map(
        (each) =>
          html`${link(requestPath(each), `${each.method} ${each.path}`)} ${about(html`${each.status}, ${time(each.time, present)}`)}`,
      ),
      ...found.routes.map((route) => html`${link(requestsPath({ route }), route)} ${about('all requests')}`),
    ]),
    list('Events', [
      ...found.events.map(
        ({ id, type, occurredAt }) => html`${link(`${EVENTS.href}/${id}`, type)} ${about(time(occurredAt, present))}`,
      ),
      ...found.types.map(
        (type) => html`${link(`${EVENTS.href}?${new URLSearchParams({ type })}`, type)} ${about('all events')}`,
      ),
    ]),
  ].filter((each) => each !== undefined);
  return html`${found.isPartial && AWAY}${shown.length === 0 && !found.isPartial ? empty(NOTHING) : shown}`;
}

function peopleIn({ people, hasMorePeople }: Found, text: string): Html[] {
  const found = people.map(
    (each) =>
      html`${link(pathOf(each), each.name)} ${about(html`${each.email}${each.code !== undefined && `, ${each.code}`}${each.isArchived && ', archived'}`)}`,
  );
  const all = `${PEOPLE}?${new URLSearchParams({ search: text, state: 'all' })}`;
  return hasMorePeople ? [...found, link(all, 'More people')] : found;
}

function about(details: Fragment): Html {
  return html`<span class="muted small">${details}</span>`;
}

/** Undefined without entries. */
function list(title: string, entries: readonly Html[]): Html | undefined {
  if (entries.length === 0) return undefined;
  const all = html`<ul class="list">${entries.map((each) => html`<li><span>${each}</span></li>`)}</ul>`;
  return section(title.toLowerCase(), title, all);
}

const NOTHING_TYPED = {
  title: 'What are you looking for?',
  text: 'Type a name, an email address, a code, an ID of a request, an event or a record, or the name of a page.',
};
const NOTHING = { title: 'Nothing found', text: 'Type another part of the name, or the whole ID.' };
const AWAY = html`<p class="message warn">Part of Lyceum is temporarily unavailable. Try again in a few seconds.</p>`;
