import { eventActor } from '../../../platform/core/event.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import { JournalFault } from '../../../platform/data/erasure/journal.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { ErasureObstacle, ErasureService } from '../../../proto/gen/lyceum/directory/v1/erasure_pb.ts';
import { erasureGraceDays } from '../config.ts';
import { refuse } from '../domain/refusals.ts';
import { hoursKeptFrom } from '../domain/retention.ts';
import { obstaclesTo } from '../erasing/obstacles.ts';
import { endedErasures, findErasure, planErasure as plan, takeBack } from '../store/erasures.ts';
import { findHold } from '../store/holds.ts';
import { findInstitution } from '../store/institutions.ts';
import { findUser, lockUser, noteAboutUser } from '../store/users.ts';

/**
 * Plans that an archived user is erased. The worker does it when its time has come. The user is written as it is, which
 * leaves an audit record.
 */
export const planErasure = command(ErasureService.method.planErasure, {
  admit: (_, { runtime }) => requireJournal(runtime),
  // Asked again by the worker, whose answer counts.
  prepare: ({ userId }, { actor, call }) =>
    isUuid(userId) ? obstaclesTo(call, { institutionId: actor.institutionId, userId }) : Promise.resolve([]),
  async run(tx, { userId, withHours, isAtOnce: isAskedAtOnce }, { actor, now, runtime, prepared: [obstacle] }) {
    const user = (await lockUser(tx, actor, userId)) ?? refuse('USER_NOT_FOUND');
    if (user.erasedAt !== null) refuse('USER_ERASED');
    if (!user.isArchived) refuse(REFUSALS.active);
    if (await findHold(tx, { institutionId: actor.institutionId, id: user.id })) refuse(REFUSALS.held);
    if (obstacle) refuse(REFUSALS[obstacle]);
    const isAtOnce = isAskedAtOnce && actor.kind === 'operator';
    const dueAt = toInstantText(now + (isAtOnce ? 0 : erasureGraceDays(runtime)) * DAY_MS);
    const { institutionId } = actor;
    const plannedAt = toInstantText(now);
    noteAboutUser(tx, actor, user);
    plan(tx, { institutionId, userId: user.id, withHours, plannedAt, dueAt, ...eventActor(actor) });
    return { response: { erasure: { dueAt, withHours } } };
  },
});

/** Takes a planned erasure back. It leaves an audit record of the user, as the plan does. */
export const takeBackErasure = command(ErasureService.method.takeBackErasure, {
  async run(tx, { userId }, { actor }) {
    const user = (await lockUser(tx, actor, userId)) ?? refuse('USER_NOT_FOUND');
    if (user.erasedAt !== null) refuse('USER_ERASED');
    const wasPlanned = await takeBack(tx, { institutionId: actor.institutionId, userId: user.id });
    if (wasPlanned) noteAboutUser(tx, actor, user);
    return { response: { wasPlanned } };
  },
});

/** The erasure of a user. */
export const getErasure = query(
  ErasureService.method.getErasure,
  async (db, { userId, withObstacles }, { actor, now, runtime, call }) => {
    const user = (await findUser(db, actor, userId)) ?? refuse('USER_NOT_FOUND');
    const of = { institutionId: actor.institutionId, userId: user.id };
    const [found, hold, settings, others] = await Promise.all([
      findErasure(db, actor, user.id),
      findHold(db, { ...of, id: user.id }),
      findInstitution(db, actor.institutionId),
      withObstacles && user.erasedAt === null ? obstaclesTo(call, of) : [],
    ]);
    const own = [...(user.isArchived ? [] : (['active'] as const)), ...(hold ? (['held'] as const) : [])];
    const obstacles = withObstacles ? [...own, ...others] : [];
    const keptFrom = settings && hoursKeptFrom(now, settings);
    const known = {
      graceDays: erasureGraceDays(runtime),
      obstacles: obstacles.map((each) => OBSTACLES[each]),
      ...(keptFrom !== null && { hoursKeptFrom: keptFrom }),
    };
    if (!found) return known;
    const { dueAt, withHours, erasedAt, sequence } = found;
    const begun = erasedAt !== null && sequence !== null && { erasedAt, sequence: BigInt(sequence) };
    return { ...known, erasure: { dueAt, withHours, ...begun } };
  },
);

/** The plans that have lately ended without an erasure. */
export const listEndedErasures = query(ErasureService.method.listEndedErasures, async (db, _, { actor, now }) => ({
  erasures: (await endedErasures(db, actor, toInstantText(now - SHOWN_DAYS * DAY_MS))).flatMap(
    ({ endedBy, endedAt, ...of }) =>
      endedBy === null || endedAt === null ? [] : [{ ...of, endedAt, obstacle: OBSTACLES[endedBy] }],
  ),
}));

const SHOWN_DAYS = 30;

const OBSTACLES = {
  active: ErasureObstacle.NOT_ARCHIVED,
  administrator: ErasureObstacle.ADMINISTRATOR,
  clocked_in: ErasureObstacle.CLOCKED_IN,
  held: ErasureObstacle.HELD,
} as const;

const REFUSALS = {
  active: 'USER_NOT_ARCHIVED',
  administrator: 'USER_ADMINISTRATOR',
  clocked_in: 'USER_CLOCKED_IN',
  held: 'USER_HELD',
} as const;

/** Refuses while nobody can be erased. */
export async function requireJournal({ journal }: Runtime): Promise<void> {
  if (!journal) refuse('ERASURE_JOURNAL_UNAVAILABLE');
  await journal.requireWritable().catch((cause: unknown) => {
    if (cause instanceof JournalFault) refuse('ERASURE_JOURNAL_UNAVAILABLE', { cause });
    throw cause;
  });
}
