import type { Position } from '../../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordFilter, RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { ALL_TIME } from '../../../records/hours.ts';
import { pageOf } from '../../route/cursor.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { clockings } from './clockings.ts';

/** People of a list, and where its next page begins. */
export interface PeoplePage {
  readonly people: readonly User[];
  readonly next?: Pick<Position, 'sort' | 'id'> | undefined;
  /** The place of the first of them, if they are not by name. */
  readonly first?: Pick<Position, 'sort' | 'id'> | undefined;
}

/** A page of those who are clocked in: the latest first, or of a text, by name as all people are. */
export async function listClockedIn(visit: SessionVisit, text: string): Promise<PeoplePage> {
  return text === '' ? byStart(visit) : byName(visit, text);
}

async function byStart({ call, query }: SessionVisit): Promise<PeoplePage> {
  const open = { ...ALL_TIME, page: pageOf(query), filter: RecordFilter.OPEN };
  const { records, hasMore } = await call(RecordService.method.listRecords, open);
  const ids = records.map(({ userId }) => userId);
  const { users } = await call(UserService.method.batchGetUsers, { ids });
  const byId = new Map(users.map((user) => [user.id, user]));
  const places = records.map(({ startTime, id }) => ({ sort: startTime, id }));
  return {
    people: ids.flatMap((id) => byId.get(id) ?? []),
    next: hasMore ? places.at(-1) : undefined,
    first: places[0],
  };
}

async function byName({ call, callIfAvailable, query }: SessionVisit, text: string): Promise<PeoplePage> {
  const { people, next } = await call(PersonService.method.listPeople, { page: pageOf(query), text });
  const clocked = await clockings(callIfAvailable, people);
  return { people: people.filter(({ id }) => clocked?.has(id)), next };
}
