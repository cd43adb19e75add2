import { control } from '../../components/control.ts';
import { type Empty, empty, heading, link, section, submitButton } from '../../components/elements.ts';
import { filteredList } from '../../components/filters.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
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
      title: t.frame.search,
      isNarrow: true,
      body: html`${heading({ title: t.frame.search })}
<form role="search" aria-label="${t.frame.navigation}" action="${SEARCH}"><label class="hidden" for="q">${t.frame.search}</label>${control(
        {
          ...{ kind: 'search', name: 'q', label: t.frame.search, maxLength: MAX_SEARCHED },
          live: { path: SEARCH, part: 'list' },
          beside: submitButton(t.search.act),
        },
        text,
        html` autofocus data-search-key`,
      )}</form>
<p class="check" hidden><input type="checkbox" id="search-key"><label for="search-key">${t.search.key(html`<kbd>/</kbd>`)}</label></p>
${filteredList(text === '' ? empty({ title: t.search.nothingTyped, text: t.search.nothingTypedText }) : await results(visit, text))}`,
    };
  },
});

async function results({ callIfAvailable, session, present }: SessionVisit, text: string): Promise<Html> {
  if (text.length > MAX_SEARCHED) return empty(nothing());
  const found = await find(allowedCaller(session.actor.roles, callIfAvailable), text);
  const lists: readonly (readonly [id: string, title: string, entries: readonly Html[]])[] = [
    ['pages', t.search.pages, destinationsNamed(text).map(([title, path]) => link(path, title))],
    ['people', t.frame.people, peopleIn(found, text)],
    [
      'requests',
      t.frame.requests,
      [
        ...found.requests.map(
          (each) =>
            html`${link(requestPath(each), inEnglish(`${each.method} ${each.path}`))} ${about(html`${each.status}, ${time(each.time, present)}`)}`,
        ),
        ...found.routes.map(
          (route) => html`${link(requestsPath({ route }), inEnglish(route))} ${about(t.search.allRequests)}`,
        ),
      ],
    ],
    [
      'events',
      t.frame.events,
      [
        ...found.events.map(
          ({ id, type, occurredAt }) =>
            html`${link(`${EVENTS.href}/${id}`, inEnglish(type))} ${about(time(occurredAt, present))}`,
        ),
        ...found.types.map(
          (type) =>
            html`${link(`${EVENTS.href}?${new URLSearchParams({ type })}`, inEnglish(type))} ${about(t.search.allEvents)}`,
        ),
      ],
    ],
  ];
  const shown = lists.filter(([, , entries]) => entries.length > 0);
  const partAway = found.isPartial && html`<p class="message warn" data-said>${t.search.partAway}</p>`;
  if (shown.length === 0) return found.isPartial ? html`${partAway}` : empty(nothing());
  const count = shown.flatMap(([, , entries]) => entries).length - Number(found.hasMorePeople);
  return html`<p class="muted small" data-said>${t.search.found(count)}</p>${partAway}${shown.map((each) => list(...each))}`;
}

function peopleIn({ people, hasMorePeople }: Found, text: string): Html[] {
  const found = people.map(
    (each) =>
      html`${link(pathOf(each), each.name)} ${about(html`${each.email}${each.code !== undefined && `, ${each.code}`}${each.isArchived && `, ${t.people.archivedBeside}`}`)}`,
  );
  const all = `${PEOPLE}?${new URLSearchParams({ search: text, state: 'all' })}`;
  return hasMorePeople ? [...found, link(all, t.search.morePeople)] : found;
}

/** What programs call something. */
function inEnglish(name: string): Html {
  return html`<span lang="en">${name}</span>`;
}

function about(details: Fragment): Html {
  return html`<span class="muted small">${details}</span>`;
}

function list(id: string, title: string, entries: readonly Html[]): Html {
  const all = html`<ul class="list">${entries.map((each) => html`<li><span>${each}</span></li>`)}</ul>`;
  return section(id, title, all);
}

function nothing(): Empty {
  return { title: t.search.nothing, text: t.search.nothingText };
}
