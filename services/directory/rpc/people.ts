import { keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findPeople } from '../store/people.ts';
import { findGroupsOf, userGroupSummaryMessage } from '../store/user-groups.ts';
import { findUser, userMessage } from '../store/users.ts';

/** A user with the user's groups. */
export const getPerson = query(PersonService.method.getPerson, async (db, { id }, { actor }) => {
  const [user, groups] = await Promise.all([findUser(db, actor, id), findGroupsOf(db, actor, id)]);
  return { user: userMessage(user ?? refuse('USER_NOT_FOUND')), groups: groups.map(userGroupSummaryMessage) };
});

/** The console's list of people. */
export const listPeople = query(
  PersonService.method.listPeople,
  async (db, { page, text, isArchived = null }, { actor }) => {
    const { people, next } = await findPeople(db, actor, keysetOf(page, ''), { text, isArchived });
    return { people: people.map(userMessage), ...(next && { next }) };
  },
);
