import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import { erasedEmail, eraseUser } from '../../../platform/core/erased-person.ts';
import { resourceEvent, SYSTEM, updateEvents } from '../../../platform/core/event.ts';
import { changedAt, toInstantText } from '../../../platform/core/instant.ts';
import { erasedMessage } from '../../../platform/data/erasure/kept-answers.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { ErasedPerson, Erasing } from '../../../platform/process/erasure/erasing.ts';
import { RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { Position } from '../../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { UserGroupUpdatedSchema, UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { RetentionService } from '../../../proto/gen/lyceum/directory/v1/retention_pb.ts';
import { SyncedUserSchema } from '../../../proto/gen/lyceum/directory/v1/synced_user_pb.ts';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { archiving, userChanges } from '../domain/changes.ts';
import { archives } from '../store/archives.ts';
import {
  dropKeptFiles,
  erasedUser,
  GROUPS_PER_STEP,
  leaveGroups,
  lockWhole,
  writeErased,
} from '../store/erased-users.ts';
import { findErasure, noteDone } from '../store/erasures.ts';
import { endHold } from '../store/holds.ts';
import { textsOf } from '../store/person-texts.ts';
import { leftPeople, personHolds } from '../store/retention-tables.ts';
import { forgetLeftPerson } from '../store/retentions.ts';
import { userGroupMembers, users } from '../store/tables.ts';

/** How directory forgets a person: first it has the records of requests forget what only directory knows. */
export const erasing: Erasing = {
  tables: [users, userGroupMembers, archives, personHolds, leftPeople],
  // Timetracking must know whose records it leaves.
  calls: [RetentionService.method.listHeldPeople],
  messages: [
    erasedMessage(UserSchema, (user, id) => {
      if (user.id === id) eraseUser(user, id);
    }),
    erasedMessage(SyncedUserSchema, (synced, id) => {
      if (synced.user?.id === id) delete synced.externalId;
    }),
  ],
  // Gateways send the records of requests within two seconds.
  settleMs: 2_000,
  async before(runtime, person) {
    const texts = await textsOf(runtime.db, person);
    if (texts.length > 0) await forgetRequests(runtime, person, texts);
    return true;
  },
  async step(tx, { institutionId, userId: id, erasedAt }, { now, newId }) {
    const user = await lockWhole(tx, { institutionId, id });
    if (!user) return { isDone: true };
    const erasure = await findErasure(tx, { institutionId }, id);
    const actor = erasure ? { actorType: erasure.actorType, actorId: erasure.actorId } : SYSTEM;
    const groupIds = await leaveGroups(tx, { institutionId, id }, { at: toInstantText(now), newId });
    const events = groupIds.map((groupId) =>
      resourceEvent(UserGroupUpdatedSchema, groupId, { changed: ['memberCount'] }),
    );
    if (groupIds.length === GROUPS_PER_STEP) return { events, actor, isDone: false };
    noteDone(tx, { institutionId, userId: id });
    dropKeptFiles(tx, institutionId);
    await endHold(tx, { institutionId, id });
    forgetLeftPerson(tx, { institutionId, id });
    const { ref, ...before } = user;
    if (before.email === erasedEmail(id)) return { events, actor, isDone: true };
    const next = { ...erasedUser(before, erasedAt), revision: newId(), updatedAt: changedAt(user.updatedAt, now) };
    writeErased(tx, institutionId, next);
    const changed = userChanges({ ...before, erasedAt: null }, next);
    events.push(...updateEvents(UserUpdatedSchema, id, { changed, payload: archiving(before, next) }));
    return { events, actor, isDone: true };
  },
};

async function forgetRequests(runtime: Runtime, person: ErasedPerson, texts: readonly string[]): Promise<void> {
  const { institutionId, userId } = person;
  let after: Position | undefined;
  do {
    const context = { actor: ANONYMOUS, requestId: runtime.ids.newRequestId(), deadline: deadlineAfter(CALL_MS) };
    const request = { institutionId, userId, personTexts: [...texts], page: { size: 100, ...(after && { after }) } };
    after = (await runtime.call(context)(RequestService.method.forgetPerson, request)).next;
  } while (after);
}

const CALL_MS = 30_000;
