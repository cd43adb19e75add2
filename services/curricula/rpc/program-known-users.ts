import type { Call } from '../../../platform/calls/caller.ts';
import type { ProgramRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';

/** The users named by programs that directory has, including archived ones. */
export async function knownProgramUsers(records: readonly ProgramRecord[], call: Call): Promise<ReadonlySet<string>> {
  const ids = [...new Set(records.flatMap(({ responsibleUserIds }) => responsibleUserIds))];
  const known = new Set<string>();
  for (let start = 0; start < ids.length; start += IDS_AT_MOST) {
    const { users } = await call(UserService.method.batchGetUsers, { ids: ids.slice(start, start + IDS_AT_MOST) });
    for (const { id } of users) known.add(id);
  }
  return known;
}

/** The limit of a batch get. */
const IDS_AT_MOST = 1000;
