import { ERASED_NAME } from '../../../platform/core/erased-person.ts';
import { erasedMessage } from '../../../platform/data/erasure/kept-answers.ts';
import type { Erasing } from '../../../platform/process/erasure/erasing.ts';
import { CalendarFeedSchema } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { deleteAdministrator, lockAdministrator, lockAdministrators } from '../store/administrators.ts';
import { noteArchived } from '../store/archived-users.ts';
import { archivings } from '../store/archivings.ts';
import { deleteFeedsOf } from '../store/calendar-feeds.ts';
import { countAdministrators } from '../store/counts.ts';
import { deleteChallenges } from '../store/passkeys.ts';
import { problemMails } from '../store/problem-mails.ts';
import {
  administratorSessions,
  administrators,
  keptForms,
  passkeyChallenges,
  passkeys,
  signInLinks,
} from '../store/sign-in-tables.ts';
import { calendarFeeds } from '../store/tables.ts';

/** How identity forgets a person: the role with all that could sign them in, and the calendars of their own. */
export const erasing: Erasing = {
  tables: [
    ...[administrators, signInLinks, administratorSessions, keptForms, passkeys, passkeyChallenges],
    ...[problemMails, archivings, calendarFeeds],
  ],
  messages: [
    erasedMessage(CalendarFeedSchema, (feed, id) => {
      if (feed.calendar?.target.value === id) feed.name = ERASED_NAME;
    }),
  ],
  namedResource: 'calendar_feed',
  async step(tx, { institutionId, userId }) {
    // A restored database may not know it yet.
    noteArchived(tx, { institutionId, id: userId }, true);
    lockAdministrators(tx, { institutionId });
    if (await lockAdministrator(tx, { institutionId }, userId)) {
      await deleteAdministrator(tx, { institutionId }, userId, null);
      countAdministrators(tx, { institutionId }, -1);
    }
    deleteChallenges(tx, userId);
    await deleteFeedsOf(tx, { institutionId, userId });
    return { isDone: true };
  },
};
