import { query } from '../../../platform/handler/query.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { findUsers, userMessage } from '../store/users.ts';

/** Many users at once, for composition and reference checks. */
export const batchGetUsers = query(UserService.method.batchGetUsers, async (db, { ids }, { actor }) => {
  const users = await findUsers(db, actor, ids);
  return { users: users.map(userMessage) };
});
