import { keysetOf } from '../../../platform/core/paging.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findHold } from '../store/holds.ts';
import { findPeople } from '../store/people.ts';
import { findGroupsOf, userGroupSummaryMessage } from '../store/user-groups.ts';
import { findRef, findUser, lockUser, noteAboutUser, userMessage } from '../store/users.ts';

/** A user with the user's groups. */
export const getPerson = query(PersonService.method.getPerson, async (db, { id }, { actor }) => {
  const [found, groups] = await Promise.all([findUser(db, actor, id), findGroupsOf(db, actor, id)]);
  const user = found ?? refuse('USER_NOT_FOUND');
  const hold = await findHold(db, { institutionId: actor.institutionId, id: user.id });
  return {
    user: userMessage(user),
    groups: groups.map(userGroupSummaryMessage),
    ...(hold && { hold: { reason: hold.reason, since: hold.createdAt } }),
  };
});

/** The console's list of people. */
export const listPeople = query(
  PersonService.method.listPeople,
  async (db, { page, text, isArchived = null, userGroupId = null }, { actor }) => {
    const search = { text, isArchived, userGroupId };
    const { rows, end } = await findPeople(db, actor, keysetOf(page, ''), search);
    return { people: rows.map(userMessage), ...(end && { next: end }) };
  },
);

/**
 * What is stored of a user, to be handed over. The user is written as it is: that leaves an audit record, and nothing
 * else changes.
 */
export const handOverPerson = command(PersonService.method.handOverPerson, {
  async run(tx, { id }, { actor }) {
    const user = await lockUser(tx, actor, id);
    if (!user || user.erasedAt !== null) refuse('USER_NOT_FOUND');
    noteAboutUser(tx, actor, user);
    const [ref, groups, hold] = await Promise.all([
      findRef(tx, actor, id),
      findGroupsOf(tx, actor, id),
      findHold(tx, { institutionId: actor.institutionId, id: user.id }),
    ]);
    return {
      response: {
        user: userMessage(user),
        ...(user.externalId !== null && { externalId: user.externalId }),
        ...(ref !== null && { ref }),
        groups: groups.map(userGroupSummaryMessage),
        ...(hold && { hold: { reason: hold.reason, since: hold.createdAt } }),
      },
    };
  },
});
