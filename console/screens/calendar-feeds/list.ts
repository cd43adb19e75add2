import { present } from '../../../platform/core/present.ts';
import { type CalendarFeed, CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { heading, linkButton } from '../../components/elements.ts';
import { filteredList } from '../../components/filters.ts';
import { type Fragment, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
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
    const create = linkButton(`${PATH}/new`, t.calendarFeeds.create, 'primary');
    const list = table<CalendarFeed>({
      label: t.frame.calendarFeeds,
      rows: feeds,
      columns: [
        { head: t.words.name, kind: 'wrap', cell: ({ name }) => name },
        { head: t.calendarFeeds.calendarOf, kind: 'wrap', cell: ({ calendar }) => calendarOf(calendar, targets) },
        { head: t.words.created, cell: ({ createdAt }) => date(createdAt, present) },
        {
          head: t.calendarFeeds.lastRead,
          cell({ id }) {
            const at = reads.get(id);
            if (at !== undefined) return time(at, present);
            return html`<span class="muted">${read ? t.words.never : t.people.unknown}</span>`;
          },
        },
        {
          head: t.words.action,
          kind: 'action',
          cell: ({ id, name }) => linkButton(`${PATH}/${id}/revoke`, t.calendarFeeds.revoke, 'danger', name),
        },
      ],
      empty: {
        title: t.calendarFeeds.none,
        text: t.calendarFeeds.noneText,
        action: create,
      },
    });
    return {
      title: t.frame.calendarFeeds,
      body: html`${heading({
        title: t.frame.calendarFeeds,
        about: t.calendarFeeds.about(session.institutionName),
        actions: feeds.length > 0 && create,
      })}${filteredList(
        list,
        pages({
          path: PATH,
          query,
          cursor: hasMore && last ? cursorAfter({ sort: last.createdAt, id: last.id }) : undefined,
          top: cursorAt(first && { sort: first.createdAt, id: first.id }, 'ascending'),
          summary: t.calendarFeeds.shown(feeds.length),
        }),
      )}`,
    };
  },
});

function calendarOf(calendar: CalendarFeed['calendar'], targets: ReadonlyMap<string, Target>): Fragment {
  const { case: field, value = '' } = calendar?.target ?? {};
  const found = targets.get(value);
  const kind =
    field === 'organizerId'
      ? t.calendarFeeds.personAsOrganizer
      : KINDS[field === 'courseId' ? 'course' : field === 'roomId' ? 'room' : 'user']();
  return html`${found?.name ?? html`<span class="mono">${value}</span>`}<br><span class="muted small">${kind}${
    found && found.about !== '' && html` · ${found.about}`
  }${found?.isArchived && html` · ${t.people.archivedBeside}`}</span>`;
}

/** Ends the validity of a feed's address. */
export const revokeCalendarFeed = screen({
  path: '/calendar-feeds/{id}/revoke',
  success: () => t.calendarFeeds.revoked,
  async view({ call, params: { id = '' } }, state) {
    const { feed } = await call(CalendarFeedService.method.getCalendarFeed, { id });
    const { name } = present(feed, 'feed');
    return {
      title: t.calendarFeeds.revokeTitle(name),
      body: confirmation(state, {
        title: t.calendarFeeds.revokeQuestion(name),
        consequences: [t.calendarFeeds.addressEnds, t.calendarFeeds.appsStop],
        act: t.calendarFeeds.revoke,
        back: PATH,
      }),
    };
  },
  async submit({ send, params: { id = '' } }) {
    await send(CalendarFeedService.method.revokeCalendarFeed, { id, precondition: { any: true } });
    return { to: PATH };
  },
});
