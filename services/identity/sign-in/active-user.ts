import type { Call } from '../../../platform/calls/caller.ts';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { present } from '../../../platform/core/present.ts';
import { MemberService } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';

/** The user with an id, if directory has one who is not archived. */
export async function activeUser(call: Call, id: string): Promise<User | null> {
  const { users } = await call(UserService.method.batchGetUsers, { ids: [id], isSummary: true });
  return users.find(({ isArchived }) => !isArchived) ?? null;
}

/** The user with an email address, in any case, if directory has one who is not archived. */
export async function activeUserByEmail(call: Call, email: string): Promise<User | null> {
  try {
    const identity = { identity: { case: 'email', value: email } } as const;
    return present((await call(MemberService.method.resolveMember, { identity })).user, 'user');
  } catch (error) {
    // No user can have a malformed address.
    if (error instanceof Refusal && NOBODY.has(error.code)) return null;
    throw error;
  }
}

const NOBODY: ReadonlySet<string> = new Set(['MEMBER_NOT_FOUND', 'REQUEST_INVALID']);
