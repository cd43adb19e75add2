import { present } from '../../../platform/core/present.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { heading, linkButton, secret } from '../../components/elements.ts';
import { filteredList, filters } from '../../components/filters.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
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
  success: () => 'The calendar feed was created.',
  async view(visit, state) {
    const target = await targetOf(visit);
    return {
      title: 'Create calendar feed',
      isNarrow: true,
      body: html`${heading({
        title: 'Create calendar feed',
        parent: { href: `${PATH}/new`, title: 'Find another' },
        about: html`${KINDS[target.of]} <b>${target.name}</b>${target.about !== '' && ` · ${target.about}`}`,
      })}${form(state, { fields: fieldsOf(target), isFocused: true, submit: 'Create calendar feed', cancel: PATH })}`,
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
    label: 'Name',
    value: name,
    required: true,
    maxLength: 255,
    help: 'Shown in calendar apps.',
  };
  if (of !== 'user') return [named];
  const options = [
    ['', 'As organizer or participant'],
    ['organizer', 'As organizer only'],
  ] as const;
  return [
    named,
    {
      kind: 'select',
      name: 'role',
      label: 'Appointments',
      options,
      help: 'The feed of a participant also has the appointments of their user groups.',
    },
  ];
}

/** Shows an address this once, or for a form that was sent a second time how to get another one. */
function addressPage(name: string, token: string, publicUrl: string): Page {
  const back = html`<p>${linkButton(PATH, 'Go to calendar feeds')}</p>`;
  const shown =
    token === ''
      ? html`<p class="message warn">You already submitted this form, and the address was shown then. To get a new one, revoke this feed and create another.</p>${back}`
      : secret({
          title: 'Copy the address now',
          values: [['Address', `${publicUrl}/api/v4/calendars/${token}.ics`]],
          next: html`<p class="muted">Subscribe to it in a calendar app. Anyone with the address can read the calendar without signing in, until you revoke the feed.</p>${back}`,
        });
  return {
    title: name,
    isNarrow: true,
    body: html`${heading({ title: name, parent: { href: PATH, title: 'Calendar feeds' } })}${shown}`,
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
