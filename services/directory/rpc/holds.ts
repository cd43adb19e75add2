import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { takeBack } from '../store/erasures.ts';
import { endHold as end, findHold, listHeld, MAX_HOLDS, writeHold } from '../store/holds.ts';
import { lockUser } from '../store/users.ts';

/** Keeps a user from being erased, and ends a plan to do so. */
export const holdPerson = command(PersonService.method.holdPerson, {
  async run(tx, { userId, reason }, { actor, now, newId }) {
    const user = (await lockUser(tx, actor, userId)) ?? refuse('USER_NOT_FOUND');
    if (user.erasedAt !== null) refuse('USER_ERASED');
    const { institutionId } = actor;
    const key = { institutionId, id: user.id };
    const isNew = (await findHold(tx, key)) === null;
    if (isNew && (await listHeld(tx, institutionId)).length === MAX_HOLDS) refuse('HOLDS_EXHAUSTED');
    await writeHold(tx, key, { reason, at: toInstantText(now), revision: newId() });
    return { response: { wasPlanned: await takeBack(tx, { institutionId, userId: user.id }) } };
  },
});

/** Ends the hold of a user. */
export const endHold = command(PersonService.method.endHold, {
  async run(tx, { userId }, { actor }) {
    const user = (await lockUser(tx, actor, userId)) ?? refuse('USER_NOT_FOUND');
    return { response: { wasHeld: await end(tx, { institutionId: actor.institutionId, id: user.id }) } };
  },
});
