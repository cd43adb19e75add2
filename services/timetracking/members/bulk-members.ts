import type { Call } from '../../../platform/calls/caller.ts';
import { Refusal, refuse, type Violation } from '../../../platform/core/errors/refusal.ts';
import { present } from '../../../platform/core/present.ts';
import { type MemberIdentity, MemberService } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import type { BulkCreateLogsRequest, BulkLogItem } from '../../../proto/gen/lyceum/timetracking/v1/log_pb.ts';
import { refusals } from '../domain/refusals.ts';

/** The user id of each item by index, or the refusal of that item alone. Null for items that are refused already. */
export type BulkMembers = readonly (string | Refusal | null)[];

/**
 * Refuses a bulk as a whole with REQUEST_INVALID if the member is named both in the request and in items, or in neither
 * (decisions 10.1). An item that is a fault needs no member.
 */
export function refuseUnclearMembers({ member, items }: BulkCreateLogsRequest): void {
  const violations = items.flatMap((item, index): Violation[] => {
    if (member && item.member) return [fault(index, 'invalid_value', 'must not name a member, as the request does')];
    if (!member && !item.member && item.content.case === 'log') return [fault(index, 'required', 'must name a member')];
    return [];
  });
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/**
 * The members of the items, in one call to directory. Rejects with MEMBER_NOT_FOUND if the request's own member is
 * unknown.
 */
export async function resolveBulkMembers({ member, items }: BulkCreateLogsRequest, call: Call): Promise<BulkMembers> {
  if (member) {
    const { user } = await call(MemberService.method.resolveMember, { identity: member });
    const userId = present(user, 'user').id;
    return items.map(() => userId);
  }
  const named = items.flatMap((item, index) => (isResolvable(item) ? [{ index, identity: item.member }] : []));
  const found = await batchResolve(
    named.map(({ identity }) => identity),
    call,
  );
  const byIndex = new Map(named.map(({ index }, at) => [index, found.get(at)]));
  return items.map((item, index) => byIndex.get(index) ?? missing(item));
}

async function batchResolve(identities: readonly MemberIdentity[], call: Call): Promise<Map<number, string>> {
  if (identities.length === 0) return new Map();
  const { members } = await call(MemberService.method.batchResolveMembers, { identities: [...identities] });
  return new Map(members.map(({ index, user }) => [index, present(user, 'user').id]));
}

function isResolvable(item: BulkLogItem): item is BulkLogItem & { readonly member: MemberIdentity } {
  return item.content.case === 'log' && item.member !== undefined;
}

function missing({ content }: BulkLogItem): Refusal | null {
  return content.case === 'log' ? new Refusal(refusals.MEMBER_NOT_FOUND) : null;
}

function fault(index: number, code: Violation['code'], message: string): Violation {
  return { pointer: `/items/${index}/member`, code, message };
}
