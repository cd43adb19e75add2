import { keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { findPeople } from '../store/people.ts';
import { userMessage } from '../store/users.ts';

/** The console's list of people. */
export const listPeople = query(
  PersonService.method.listPeople,
  async (db, { page, text, isArchived = null }, { actor }) => {
    const { people, next } = await findPeople(db, actor, keysetOf(page, ''), { text, isArchived });
    return { people: people.map(userMessage), ...(next && { next }) };
  },
);
