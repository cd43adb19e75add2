import { present } from '../../../platform/core/present.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { heading, linkButton, secret } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import { table } from '../../components/table.ts';
import { Failure } from '../../http/failure.ts';
import { allowedCaller } from '../../route/optional-call.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { PATH } from './list.ts';
import { findTargets, KINDS, type Target, targetsOf } from './targets.ts';

/** The second step to a feed: names it, and shows its address once. */
export const createCalendarFeed = screen({
  path: '/calendar-feeds/new/{of}/{id}',
  success: () => t.calendarFeeds.created,
  async view(visit, state) {
    const target = await targetOf(visit);
    return {
      title: t.calendarFeeds.create,
      isNarrow: true,
      body: html`${heading({
        title: t.calendarFeeds.create,
        parent: { href: `${PATH}/new`, title: t.calendarFeeds.findAnother },
        about: html`${KINDS[target.of]()} <b>${target.name}</b>${target.about !== '' && ` · ${target.about}`}`,
      })}${form(state, { fields: fieldsOf(target), isFocused: true, submit: t.calendarFeeds.create, cancel: PATH })}`,
    };
  },
  async submit(visit) {
    const { of, id } = await targetOf(visit);
    const { name = '', role } = visit.values;
    const target = {
      case: of === 'user' && role === 'organizer' ? ('organizerId' as const) : (`${of}Id` as const),
      value: id,
    };
    const { feed, token } = await visit.send(CalendarFeedService.method.createCalendarFeed, {
      feed: { name, calendar: { target } },
    });
    return addressPage(present(feed, 'feed').name, token, visit.publicUrl);
  },
});

/** The record that a path names. */
async function targetOf({ call, params }: SessionVisit): Promise<Target> {
  const { of = '', id = '' } = params;
  if (!Object.hasOwn(KINDS, of)) throw new Failure(404);
  const target = { case: `${of as Target['of']}Id` as const, value: id };
  const found = (await targetsOf(call, [{ $typeName: 'lyceum.identity.v1.FeedCalendar', target }])).get(id);
  if (!found || found.isArchived) throw new Failure(404);
  return found;
}

function fieldsOf({ of, name }: Target): Field[] {
  const named: Field = {
    name: 'name',
    label: t.words.name,
    value: name,
    required: true,
    maxLength: 255,
    help: t.calendarFeeds.aboutName,
  };
  if (of !== 'user') return [named];
  const options = [
    ['', t.calendarFeeds.asAny],
    ['organizer', t.calendarFeeds.asOrganizer],
  ] as const;
  return [
    named,
    {
      kind: 'select',
      name: 'role',
      label: t.calendarFeeds.appointments,
      options,
      help: t.calendarFeeds.aboutRole,
    },
  ];
}

/** Shows an address this once, or for a form that was sent a second time how to get another one. */
function addressPage(name: string, token: string, publicUrl: string): Page {
  const back = html`<p>${linkButton(PATH, t.calendarFeeds.goToFeeds)}</p>`;
  const shown =
    token === ''
      ? html`<p class="message warn">${t.calendarFeeds.shownBefore}</p>${back}`
      : secret({
          title: t.calendarFeeds.copyNow,
          values: [[t.words.address, `${publicUrl}/api/v4/calendars/${token}.ics`]],
          next: html`<p class="muted">${t.calendarFeeds.subscribe}</p>${back}`,
        });
  return {
    title: name,
    isNarrow: true,
    body: html`${heading({ title: name, parent: { href: PATH, title: t.frame.calendarFeeds } })}${shown}`,
  };
}

const OWN_PATH = `${PATH}/new`;

/** The first step to a feed: finds the course, room or person. */
export const findTarget = screen({
  path: '/calendar-feeds/new',
  async view({ callIfAvailable, query, session }) {
    const { text = '' } = query;
    const allowed = allowedCaller(session.actor.roles, callIfAvailable);
    const found = text === '' ? [] : await findTargets(allowed, text);
    const list = table<Target>({
      label: t.calendarFeeds.found,
      rows: found ?? [],
      columns: [
        { head: t.words.name, kind: 'wrap', cell: ({ name }) => name },
        { head: t.words.kind, cell: ({ of }) => KINDS[of]() },
        { head: t.parts.details, kind: 'wrap', cell: ({ about }) => html`<span class="muted">${about}</span>` },
      ],
      href: ({ of, id }) => `${OWN_PATH}/${of}/${id}`,
      empty:
        text === ''
          ? { title: t.calendarFeeds.whose, text: t.calendarFeeds.whoseText }
          : { title: t.search.nothing, text: t.calendarFeeds.nothingFoundText },
    });
    return {
      title: t.calendarFeeds.create,
      isNarrow: true,
      body: html`${heading({
        title: t.calendarFeeds.create,
        parent: { href: PATH, title: t.frame.calendarFeeds },
        about: t.calendarFeeds.findFirst,
      })}${filters({
        label: t.calendarFeeds.targets,
        path: OWN_PATH,
        query,
        filters: [
          {
            kind: 'search',
            name: 'text',
            label: t.calendarFeeds.target,
            maxLength: 255,
            live: { path: OWN_PATH, part: 'list' },
          },
        ],
      })}${filteredList(found ? list : html`<p class="message warn">${t.search.partAway}</p>`)}`,
    };
  },
});
