import type { DescMessage } from '@bufbuild/protobuf';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { type DomainEvent, resourceEvent } from '../../../platform/core/event.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { CommandContext, Outcome, PrepareContext } from '../../../platform/handler/command.ts';
import type { MemberIdentity } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { SessionAutoClosedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { recordChanges } from '../domain/changes.ts';
import { type Punch, type Punched, punchFaults } from '../domain/punch.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findOpen, updateRecord } from '../store/time-records.ts';
import { type Admitted, admitMember, type Member } from './admit-member.ts';
import { sessionAutoClosed } from './session-auto-closed.ts';

interface PunchRequest {
  readonly member?: MemberIdentity | undefined;
  /** RFC 3339, UTC; absent means now. */
  readonly at?: string | undefined;
}

/** The first two steps of every punch: its instant, feature and member. */
export const punchSteps = {
  async admit({ member, at }: PunchRequest, { call, now }: PrepareContext): Promise<Admitted> {
    const violations = at === undefined ? [] : punchFaults(fromInstantText(at), now);
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
    return admitMember(member, call);
  },
  prepare: (_: PunchRequest, { admitted }: PrepareContext & { readonly admitted: Admitted }): Promise<Member> =>
    admitted.member,
} as const;

/** When and where a request punches. */
export function punchOf(
  { at }: PunchRequest,
  { now, newId, prepared }: CommandContext & { readonly prepared: Member },
): Punch {
  return { at: at === undefined ? now : fromInstantText(at), zone: prepared.zone, now, revision: newId() };
}

/**
 * Lets a punch act on the member's open session and writes what becomes of it. A session that the punch has closed at its start day's end instead
 * stays closed, though the punch itself is refused with SESSION_AUTO_CLOSED.
 */
export async function actOnOpen<O extends DescMessage>(
  tx: Tx,
  { actor, prepared: member }: CommandContext & { readonly prepared: Member },
  decide: (open: TimeRecord | null) => Punched,
  answer: (change: RecordChange) => Outcome<O>,
): Promise<Outcome<O>> {
  const open = await lockOpen(tx, actor, member);
  const punched = decide(open);
  if ('autoClosed' in punched) {
    updateRecord(tx, actor, punched.autoClosed);
    const closed = sessionEvent(SessionAutoClosedSchema, { before: open, next: punched.autoClosed });
    return { refusal: sessionAutoClosed(punched.autoClosed), events: [closed] };
  }
  updateRecord(tx, actor, punched.next);
  return answer({ before: open, next: punched.next });
}

/** The member's open session, once every other write of the member is out of the way. */
export function lockOpen(tx: Tx, actor: TenantActor, { userId }: Member): Promise<TimeRecord | null> {
  lockMembers(tx, actor, [userId]);
  return findOpen(tx, actor, userId);
}

/** What a punch makes of the open session, which is there where the punch was not refused. */
interface RecordChange {
  readonly before: TimeRecord | null;
  readonly next: TimeRecord;
}

/** Tells what has become of a session. */
export function sessionEvent(schema: DescMessage, { before, next }: RecordChange): DomainEvent {
  const { id, userId } = next;
  return resourceEvent(schema, id, { aggregateId: userId, changed: before ? recordChanges(before, next) : [] });
}
