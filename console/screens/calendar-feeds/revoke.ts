import { present } from '../../../platform/core/present.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { screen } from '../../route/screen.ts';
import { PATH } from './list.ts';

/** Ends the validity of a feed's address. */
export const revokeCalendarFeed = screen({
  path: '/calendar-feeds/{id}/revoke',
  success: 'The calendar feed was revoked.',
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
