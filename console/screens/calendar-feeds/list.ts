import { present } from '../../../platform/core/present.ts';
import { type CalendarFeed, CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { heading, linkButton } from '../../components/elements.ts';
import { filteredList } from '../../components/filters.ts';
import { type Fragment, html } from '../../components/html.ts';
import { pages } from '../../components/pages.ts';
import { table } from '../../components/table.ts';
import { date, time } from '../../components/time.ts';
import { cursorAfter, cursorAt, pageOf } from '../../route/cursor.ts';
import { screen } from '../../route/screen.ts';
import { KINDS, type Target, targetsOf } from './targets.ts';

export const PATH = '/console/calendar-feeds';

/** The calendar feeds of the institution. */
export const calendarFeeds = screen({
  path: '/calendar-feeds',
  async view({ call, callIfAvailable, query, present, session }) {
    const [{ feeds, hasMore }, read] = await Promise.all([
      call(CalendarFeedService.method.listCalendarFeeds, { page: pageOf(query) }),
      callIfAvailable(CalendarFeedService.method.listCalendarFeedReads, {}),
    ]);
    const targets = await targetsOf(
      callIfAvailable,
      feeds.map(({ calendar }) => calendar),
    );
    const reads = new Map(read?.reads.map(({ feedId, lastReadAt }) => [feedId, lastReadAt]));
    const [first] = feeds;
    const last = feeds.at(-1);
    const create = linkButton(`${PATH}/new`, 'Create calendar feed', 'primary');
    const list = table<CalendarFeed>({
      label: 'Calendar feeds',
      rows: feeds,
      columns: [
        { head: 'Name', kind: 'wrap', cell: ({ name }) => name },
        { head: 'Calendar of', kind: 'wrap', cell: ({ calendar }) => calendarOf(calendar, targets) },
        { head: 'Created', cell: ({ createdAt }) => date(createdAt, present) },
        {
          head: 'Last read',
          cell({ id }) {
            const at = reads.get(id);
            if (at !== undefined) return time(at, present);
            return html`<span class="muted">${read ? 'Never' : 'Unknown'}</span>`;
          },
        },
        {
          head: 'Action',
          kind: 'action',
          cell: ({ id, name }) => linkButton(`${PATH}/${id}/revoke`, 'Revoke', 'danger', name),
        },
      ],
      empty: {
        title: 'No calendar feeds',
        text: 'A feed lets calendar apps show the appointments of a course, a room or a person. Create one here, or let an integration do it.',
        action: create,
      },
    });
    return {
      title: 'Calendar feeds',
      body: html`${heading({
        title: 'Calendar feeds',
        about: `Private links that let calendar apps subscribe to calendars of ${session.institutionName} without signing in.`,
        actions: feeds.length > 0 && create,
      })}${filteredList(
        list,
        pages({
          path: PATH,
          query,
          cursor: hasMore && last ? cursorAfter({ sort: last.createdAt, id: last.id }) : undefined,
          top: cursorAt(first && { sort: first.createdAt, id: first.id }, 'ascending'),
          summary: `${feeds.length} shown, oldest first`,
        }),
      )}`,
    };
  },
});

function calendarOf(calendar: CalendarFeed['calendar'], targets: ReadonlyMap<string, Target>): Fragment {
  const { case: field, value = '' } = calendar?.target ?? {};
  const found = targets.get(value);
  const kind = KINDS[field === 'courseId' ? 'course' : field === 'roomId' ? 'room' : 'user'];
  return html`${found?.name ?? html`<span class="mono">${value}</span>`}<br><span class="muted small">${kind}${
    field === 'organizerId' && ', as organizer'
  }${found && found.about !== '' && html` · ${found.about}`}${found?.isArchived && ' · archived'}</span>`;
}

/** Ends the validity of a feed's address. */
export const revokeCalendarFeed = screen({
  path: '/calendar-feeds/{id}/revoke',
  success: () => 'The calendar feed was revoked.',
  async view({ call, params: { id = '' } }, state) {
    const { feed } = await call(CalendarFeedService.method.getCalendarFeed, { id });
    const { name } = present(feed, 'feed');
    return {
      title: `Revoke ${name}`,
      body: confirmation(state, {
        title: `Revoke ${name}?`,
        consequences: [
          'Its address stops working within seconds. You can’t undo this.',
          'Calendar apps that use it stop showing new appointments. A new feed gets a new address.',
        ],
        act: 'Revoke',
        back: PATH,
      }),
    };
  },
  async submit({ send, params: { id = '' } }) {
    await send(CalendarFeedService.method.revokeCalendarFeed, { id, precondition: { any: true } });
    return { to: PATH };
  },
});
