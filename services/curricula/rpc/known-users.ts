import type { Call } from '../../../platform/calls/caller.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';

/** Those of the ids that are users of directory, including archived ones. */
export async function knownUsers(ids: readonly string[], call: Call): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const { users } = await call(UserService.method.batchGetUsers, { ids: ids.slice(start, start + MAX_IDS) });
    for (const { id } of users) known.add(id);
  }
  return known;
}

/** The limit of a batch get. */
const MAX_IDS = 1000;
