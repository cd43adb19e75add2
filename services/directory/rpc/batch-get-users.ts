import { query } from '../../../platform/handler/query.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { findUserSummaries, findUsers, userMessage, userSummaryMessage } from '../store/users.ts';

/**
 * Many users in one call, for composition and reference checks; for a calendar feed, only what calendars show of them.
 */
export const batchGetUsers = query(UserService.method.batchGetUsers, async (db, { ids, isSummary }, { actor }) => ({
  users:
    isSummary || actor.kind === 'feed'
      ? (await findUserSummaries(db, actor, ids)).map(userSummaryMessage)
      : (await findUsers(db, actor, ids)).map(userMessage),
}));
