import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { OptionalCall } from '../../route/optional-call.ts';

/** The name of a user by id; the id itself of one whom directory does not know, or while it is away. */
export type Names = (userId: string) => string;

/** Reads the names of some users. */
export async function namesOf(call: OptionalCall, userIds: readonly string[]): Promise<Names> {
  const ids = [...new Set(userIds)];
  const found = ids.length > 0 ? await call(UserService.method.batchGetUsers, { ids, isSummary: true }) : undefined;
  const names = new Map(found?.users.map(({ id, name }) => [id, name]));
  return (userId) => names.get(userId) ?? userId;
}
