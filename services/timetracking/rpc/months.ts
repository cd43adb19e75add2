import type { Call } from '../../../platform/calls/caller.ts';
import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { fromInstantText, toInstantText } from '../../../platform/core/instant.ts';
import { cutPage, newestFirst } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { MonthClosedSchema, MonthReopenedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import {
  ClosedMonthSchema,
  MonthService,
  ReopeningSchema,
} from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { lastDayOf, monthClosed, monthThatIsOver } from '../domain/closed-month.ts';
import { refuse } from '../domain/refusals.ts';
import { zoneOf } from '../members/admit-member.ts';
import {
  type ClosedMonth,
  findClosedMonth,
  findClosedThrough,
  findMembers,
  insertClosing,
  insertMembers,
  isMonthClosed,
  listClosedMonths as list,
  lockClosings,
  updateClosing,
} from '../store/closed-months.ts';
import { hasOpenSession, sumUp } from '../store/month-figures.ts';

/** Closes a month once no write of the institution's records is under way: each is in the figures, or is refused. */
export const closeMonth = command(MonthService.method.closeMonth, {
  async admit({ month }, { call, now }) {
    const span = monthThatIsOver(month, await zoneOf(call), now);
    return span ?? refuseField('/month', 'invalid_value', 'must be a month that is over');
  },
  prepare: async ({ userGroupId }, { call }) => (userGroupId === undefined ? [] : membersOf(userGroupId, call)),
  async run(tx, { month, userGroupId = null }, { actor, now, newId, admitted: { start, end }, prepared: members }) {
    lockClosings(tx, actor);
    if (await isMonthClosed(tx, actor, { month, userGroupId })) throw monthClosed({ month });
    const scope = { id: newId(), month, userGroupId, startsAt: toInstantText(start), endsAt: toInstantText(end) };
    const administrator = actor.kind === 'administrator' ? actor.userId : '';
    const draft = { ...scope, closedBy: administrator, reopenedBy: null, reopenedAt: null, reason: null };
    const unsummed = { ...draft, records: 0, digest: '', closedAt: toInstantText(now), revision: newId() };
    insertMembers(tx, actor, scope.id, members);
    if (await hasOpenSession(tx, actor, unsummed)) refuse('MONTH_UNFINISHED');
    const { records, digest, latest } = await sumUp(tx, actor, unsummed, 'infinity');
    // A process whose clock is ahead may have written a record: it is no change since.
    const closedAt = toInstantText(Math.max(now, latest === null ? now : fromInstantText(latest)));
    const closing = { ...unsummed, records, digest, closedAt };
    insertClosing(tx, actor, closing);
    return {
      response: { closedMonth: closedMonthMessage(closing) },
      events: [resourceEvent(MonthClosedSchema, closing.id)],
    };
  },
});

/** Opens a month again, under the lock with which it was closed: of two at once, one does. */
export const reopenMonth = command(MonthService.method.reopenMonth, {
  async run(tx, { id, reason }, { actor, now, newId }) {
    lockClosings(tx, actor);
    const closing = await findClosedMonth(tx, actor, id);
    if (!closing || closing.reopenedAt !== null) refuse('CLOSED_MONTH_NOT_FOUND');
    const reopenedBy = actor.kind === 'administrator' ? actor.userId : null;
    const next = { ...closing, reopenedBy, reopenedAt: toInstantText(now), reason, revision: newId() };
    updateClosing(tx, actor, next);
    return {
      response: { closedMonth: closedMonthMessage(next) },
      events: [resourceEvent(MonthReopenedSchema, id)],
    };
  },
});

/** The closings, the newest first. */
export const listClosedMonths = query(MonthService.method.listClosedMonths, async (db, { page }, { actor }) => {
  const keyset = newestFirst(page);
  const { rows, hasMore } = cutPage(await list(db, actor, keyset), keyset);
  return { closedMonths: rows.map(closedMonthMessage), hasMore };
});

/** What has become of the records of a closed month. */
export const compareClosedMonth = query(MonthService.method.compareClosedMonth, async (db, { id }, { actor }) => {
  const closing = (await findClosedMonth(db, actor, id)) ?? refuse('CLOSED_MONTH_NOT_FOUND');
  const [{ digest, records, added, changed }, members] = await Promise.all([
    sumUp(db, actor, closing, closing.closedAt),
    findMembers(db, actor, id),
  ]);
  const removed = Math.max(0, closing.records + added - records);
  return { closedMonth: closedMonthMessage(closing), digest, added, changed, removed, userIds: [...members] };
});

/** GET /integration, `timeTracking.closedThrough`. */
export const getClosedThrough = query(MonthService.method.getClosedThrough, async (db, _, { actor }) => {
  const month = await findClosedThrough(db, actor);
  return month === null ? {} : { closedThrough: lastDayOf(month) };
});

async function membersOf(userGroupId: string, call: Call): Promise<readonly string[]> {
  const members: string[] = [];
  for (let after: { readonly sort: string; readonly id: string } | undefined; ; ) {
    const page = { size: 500, ...(after && { after }) };
    const { users, hasMore } = await call(UserGroupService.method.listUserGroupMembers, { userGroupId, page });
    members.push(...users.map(({ id }) => id));
    const last = users.at(-1);
    if (!hasMore || !last) return members;
    after = { sort: last.createdAt, id: last.id };
  }
}

function closedMonthMessage({ reopenedBy, reopenedAt, reason, ...closing }: ClosedMonth) {
  const reopening =
    reopenedBy !== null && reopenedAt !== null && reason !== null
      ? writeReopening({ reopenedBy, reopenedAt, reason })
      : null;
  return writeClosedMonth({ ...closing, reopening });
}

const writeClosedMonth = messageWriter(ClosedMonthSchema);
const writeReopening = messageWriter(ReopeningSchema);
