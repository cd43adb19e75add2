import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { refusalDetail } from '../../../platform/core/errors/status.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { mapInChunks, yieldToEventLoop } from '../../../platform/core/event-loop.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import type { Refusal as RefusalMessage } from '../../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import { LogCreatedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { type BulkLogItem, LogService } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { type Drafted, drafted, planBulk, type Refused } from '../domain/plan-bulk.ts';
import { requestedLog } from '../domain/requested-log.ts';
import { admitInstitution } from '../members/admit-member.ts';
import { refuseUnclearMembers, resolveBulkMembers } from '../members/bulk-members.ts';
import { findClosings } from '../store/closed-months.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findConflicts, insertRecords } from '../store/time-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/**
 * POST /time-tracking/logs/bulk (decisions 10.8): one transaction and one record of the idempotency key; a failed item
 * leaves no trace. Regardless of the number of items, it takes one statement for the locks, one for closed months, one
 * for the conflicts and one for the logs. The work on the items is split into chunks, so that a large bulk does not delay punches.
 */
export const bulkCreateLogs = command(LogService.method.bulkCreateLogs, {
  async admit(request, { call }) {
    refuseUnclearMembers(request);
    const members = resolveBulkMembers(request, call);
    // Awaited later, or never if the feature is disabled.
    members.catch(() => undefined);
    await admitInstitution(call);
    return { members };
  },
  prepare: (_, { admitted }) => admitted.members,
  async run(tx, { items }, { actor, now, newId, prepared: members }) {
    const drafts = await mapInChunks(items, (item, index) => draftedItem(item, members[index] ?? null));
    const claims = drafts.flatMap((item, index) =>
      'draft' in item ? [{ index, userId: item.userId, start: item.draft.start, end: item.draft.end }] : [],
    );
    lockMembers(
      tx,
      actor,
      claims.map(({ userId }) => userId),
    );
    const earliest = claims.reduce((first, { start }) => Math.min(first, start), now);
    const [closings, conflicts] = await Promise.all([
      findClosings(tx, actor, [...new Set(claims.map(({ userId }) => userId))], earliest),
      findConflicts(tx, actor, claims),
    ]);
    const stored = new Map([...conflicts].map(([at, record]) => [present(claims[at], 'claim').index, record] as const));
    await yieldToEventLoop();
    const planned = planBulk(drafts, stored, closings, { newId, now });
    const logs = planned.flatMap((item) => ('log' in item ? [item.log] : []));
    await yieldToEventLoop();
    insertRecords(tx, actor, logs);
    await yieldToEventLoop();
    return {
      response: {
        created: planned.flatMap((item, index) => ('log' in item ? [{ index, log: timeRecordMessage(item.log) }] : [])),
        failed: planned.flatMap((item, index) =>
          'refusal' in item ? [{ index, refusal: messageOf(item.refusal) }] : [],
        ),
      },
      events: logs.map((log) => resourceEvent(LogCreatedSchema, log.id, { aggregateId: log.userId })),
    };
  },
});

function draftedItem(
  { content }: BulkLogItem,
  member: string | Refusal | null,
): Drafted | Refused<Refusal | RefusalMessage> {
  if (content.case === 'fault') return { refusal: content.value };
  const draft = requestedLog(content.value);
  if (!(member instanceof Refusal)) return drafted(present(member ?? undefined, 'member'), draft);
  // As in a single create, invalid times take precedence over an unknown member.
  const withoutMember = drafted('', draft);
  return 'refusal' in withoutMember ? withoutMember : { refusal: member };
}

/** A refusal that came from the caller is returned unchanged. */
function messageOf(refusal: Refusal | RefusalMessage) {
  return refusal instanceof Refusal ? refusalDetail(refusal) : refusal;
}
