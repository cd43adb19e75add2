import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { TimeRecord } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import type { OptionalCall } from '../../route/optional-call.ts';

/** The open sessions of some people by their ids; undefined while time tracking is away. */
export async function clockings(
  call: OptionalCall,
  people: readonly Pick<User, 'id'>[],
): Promise<ReadonlyMap<string, TimeRecord> | undefined> {
  if (people.length === 0) return new Map();
  const open = { ...ALL_TIME, filter: RecordFilter.OPEN, userIds: people.map(({ id }) => id) };
  const found = await call(RecordService.method.listRecordsOfMembers, open);
  return found && new Map(found.records.map((record) => [record.userId, record]));
}
