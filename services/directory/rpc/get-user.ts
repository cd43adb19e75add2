import { query } from '../../../platform/handler/query.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findUser, userMessage } from '../store/users.ts';

/** GET /users/{id}. */
export const getUser = query(UserService.method.getUser, async (db, { id }, { actor }) => {
  const user = (await findUser(db, actor, id)) ?? refuse('USER_NOT_FOUND');
  return { user: userMessage(user) };
});
