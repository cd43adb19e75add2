import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type MemberIdentity, MemberService } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { refuse } from '../domain/refusals.ts';

/** The member whose time is tracked, and the zone that determines local days. */
export interface Member {
  readonly userId: string;
  /** IANA zone of the institution. */
  readonly zone: string;
}

export interface Admitted {
  /** The member; rejects with MEMBER_NOT_FOUND, which is checked after the idempotency key (decisions 1.4). */
  readonly member: Promise<Member>;
}

/**
 * Queries directory for the feature and the member concurrently. Refuses with TIME_TRACKING_DISABLED. Settings are not
 * cached: the very next punch follows a change.
 * @param withArchived whether an id may name an archived user: only for changes that do not affect who may clock in
 */
export async function admitMember(
  identity: MemberIdentity | undefined,
  call: Call,
  withArchived = false,
): Promise<Admitted> {
  const named = present(identity, 'member');
  const resolving = call(MemberService.method.resolveMember, { identity: named, withArchived });
  // Awaited later, or never if the feature is disabled.
  resolving.catch(() => undefined);
  const zone = await admitInstitution(call);
  const member = resolving.then(({ user }) => ({ userId: present(user, 'user').id, zone }));
  member.catch(() => undefined);
  return { member };
}

/** The zone of an institution that tracks time. Refuses with TIME_TRACKING_DISABLED. */
export async function admitInstitution(call: Call): Promise<string> {
  const { isEnabled, zone } = await readSettings(call);
  if (!isEnabled) refuse('TIME_TRACKING_DISABLED');
  return zone;
}

/** The zone of an institution, whether it tracks time or has done so before. */
export async function zoneOf(call: Call): Promise<string> {
  return (await readSettings(call)).zone;
}

async function readSettings(call: Call) {
  const { institution } = await call(InstitutionService.method.getInstitution, {});
  const { timeTrackingEnabled, timeTrackingTimezone = 'UTC' } = present(institution?.settings, 'settings');
  return { isEnabled: timeTrackingEnabled, zone: timeTrackingTimezone };
}

/** The member of a read, which has no idempotency key to check first. @param withArchived as of {@link admitMember} */
export async function getMember(
  identity: MemberIdentity | undefined,
  call: Call,
  withArchived = false,
): Promise<Member> {
  const { member } = await admitMember(identity, call, withArchived);
  return member;
}

/** The member whose logs and hours are read: they stay readable by the id after the member has left. */
export function getMemberOfLogs(identity: MemberIdentity | undefined, call: Call): Promise<Member> {
  return getMember(identity, call, true);
}
