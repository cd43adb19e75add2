import type { DescMessage } from '@bufbuild/protobuf';
import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../../../platform/core/errors/refusal.ts';
import { type DomainEvent, resourceEvent } from '../../../platform/core/event.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import type { CommandContext, Outcome, PrepareContext } from '../../../platform/handler/command.ts';
import type { MemberIdentity } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { SessionAutoClosedSchema } from '../../../proto/gen/lyceum/timetracking/v1/events_pb.ts';
import { recordChanges } from '../domain/changes.ts';
import { type Closing, permitted } from '../domain/closed-month.ts';
import { type Punch, type Punched, punchFaults } from '../domain/punch.ts';
import type { TimeRecord } from '../domain/time-record.ts';
import { type Admitted, admitMember, type Member } from '../members/admit-member.ts';
import { findClosing } from '../store/closed-months.ts';
import { lockMembers } from '../store/lock-members.ts';
import { expectLast, findOpen, updateRecord } from '../store/time-records.ts';
import { keepLate } from './late-punch.ts';
import { sessionAutoClosed } from './session-auto-closed.ts';

interface PunchRequest {
  readonly member?: MemberIdentity | undefined;
  /** RFC 3339, UTC; absent means now. */
  readonly at?: string | undefined;
}

/** The first two steps of every punch: check its instant, the feature and the member, then read. */
export const punchSteps = {
  async admit({ member, at }: PunchRequest, { call, now }: PrepareContext): Promise<Admitted> {
    const violations = at === undefined ? [] : punchFaults(fromInstantText(at), now);
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
    return admitMember(member, call);
  },
  /** Reads the open session. */
  prepare: (request: PunchRequest, context: PrepareContext & { readonly admitted: Admitted }): Promise<OpenBasis> =>
    basisOf(context, ({ userId }) => readOpen(context.runtime.db, context.actor, userId, instantOf(request, context))),
} as const;

/** The data a punch is decided on: the member, and the records of the member that were read. */
interface PunchBasis<Seen> extends Member {
  /**
   * Null on a retry, after a concurrent punch of the same member: then the punch reads in its transaction, under the
   * member's lock, so that the next one waits.
   */
  readonly seen: Seen | null;
}

/** Reads before the transaction, so that the transaction only writes. */
export async function basisOf<Seen>(
  { admitted, attempt }: PrepareContext & { readonly admitted: Admitted },
  look: (member: Member) => Promise<Seen>,
): Promise<PunchBasis<Seen>> {
  const member = await admitted.member;
  return { ...member, seen: attempt === 1 ? await look(member) : null };
}

/** When a request punches, in epoch milliseconds. */
export function instantOf({ at }: PunchRequest, { now }: { readonly now: number }): number {
  return at === undefined ? now : fromInstantText(at);
}

/** When and where a request punches. */
export function punchOf(
  request: PunchRequest,
  { now, newId, prepared }: CommandContext & { readonly prepared: Member },
): Punch {
  return { at: instantOf(request, { now }), zone: prepared.zone, now, revision: newId() };
}

/**
 * Applies a punch to the member's open session and writes the result. If the punch closed the session at the end of its
 * start day instead, the session stays closed although the punch is refused with SESSION_AUTO_CLOSED.
 */
export async function actOnOpen<O extends DescMessage>(
  tx: Tx,
  context: CommandContext & { readonly prepared: OpenBasis },
  punch: Punch,
  decide: (open: TimeRecord | null) => Punched,
  answer: (change: RecordChange) => Outcome<O>,
): Promise<Outcome<O>> {
  const { actor, prepared } = context;
  const { open, closing } = await secureOpen(tx, actor, prepared, punch.at);
  if (closing) return keepLate(tx, context, { userId: prepared.userId, punch, closing }, decide);
  const punched = decide(open);
  if ('autoClosed' in punched) {
    updateRecord(tx, actor, permitted(punched.autoClosed, []));
    const closed = sessionEvent(SessionAutoClosedSchema, { before: open, next: punched.autoClosed });
    return { refusal: sessionAutoClosed(punched.autoClosed), events: [closed] };
  }
  updateRecord(tx, actor, permitted(punched.next, []));
  return answer({ before: open, next: punched.next });
}

interface SeenOpen {
  readonly open: TimeRecord | null;
  /** The latest closed month that ends after the punch. The punch is late then: no open session reaches back so far. */
  readonly closing: Closing | null;
}

type OpenBasis = PunchBasis<SeenOpen>;

async function readOpen(db: Reader, actor: TenantActor, userId: string, at: number): Promise<SeenOpen> {
  const [open, closing] = await Promise.all([findOpen(db, actor, userId), findClosing(db, actor, userId, at)]);
  return { open, closing };
}

/** The member's open session, protected from changes until the transaction ends. */
export async function secureOpen(
  tx: Tx,
  actor: TenantActor,
  { userId, seen }: OpenBasis,
  at: number,
): Promise<SeenOpen> {
  lockMembers(tx, actor, [userId]);
  if (!seen || seen.closing) return readOpen(tx, actor, userId, at);
  // Without an open session, the punch is refused and sends nothing.
  if (seen.open) expectLast(tx, actor, userId, { last: seen.open, at });
  return seen;
}

/** A punch's change to the open session; `before` is null only if the punch was refused. */
interface RecordChange {
  readonly before: TimeRecord | null;
  readonly next: TimeRecord;
}

/** The event of a change to a session. */
export function sessionEvent(schema: DescMessage, { before, next }: RecordChange): DomainEvent {
  const { id, userId } = next;
  return resourceEvent(schema, id, { aggregateId: userId, changed: before ? recordChanges(before, next) : [] });
}
