import type { DescMessage } from '@bufbuild/protobuf';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { type DomainEvent, event } from '../../../platform/core/event.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import type { Tx } from '../../../platform/data/statement.ts';
import type { CommandContext, Outcome, PrepareContext } from '../../../platform/handler/command.ts';
import type { MemberIdentity } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { SessionAutoClosedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { type Punch, type Punched, punchFaults } from '../domain/punch.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { lockMembers } from '../store/lock-members.ts';
import { findOpen, updateRecord } from '../store/time-records.ts';
import { type Admitted, admitMember, type Member } from './admit-member.ts';
import { sessionAutoClosed } from './session-auto-closed.ts';
import { timeRecordMessage } from './time-record-message.ts';

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
  answer: (next: TimeRecord) => Outcome<O>,
): Promise<Outcome<O>> {
  const punched = decide(await lockOpen(tx, actor, member));
  if ('autoClosed' in punched) {
    updateRecord(tx, actor, punched.autoClosed);
    return { refusal: sessionAutoClosed(punched.autoClosed), events: [autoClosedEvent(punched.autoClosed)] };
  }
  updateRecord(tx, actor, punched.next);
  return answer(punched.next);
}

/** The member's open session, once every other write of the member is out of the way. */
export function lockOpen(tx: Tx, actor: TenantActor, { userId }: Member): Promise<TimeRecord | null> {
  lockMembers(tx, actor, [userId]);
  return findOpen(tx, actor, userId);
}

/** Tells that a session was closed at the end of its start day. */
export function autoClosedEvent(log: TimeRecord): DomainEvent {
  return event(SessionAutoClosedSchema, log.userId, { log: timeRecordMessage(log) });
}
