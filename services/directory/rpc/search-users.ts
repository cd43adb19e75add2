import { query } from '../../../platform/handler/query.ts';
import { SearchService } from '../../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { searchUsers as search } from '../store/search.ts';
import { userSummaryMessage } from '../store/users.ts';

/** Users to choose from while somebody types. */
export const searchUsers = query(SearchService.method.searchUsers, async (db, { text }, { actor }) => ({
  users: (await search(db, actor, text)).map(userSummaryMessage),
}));
