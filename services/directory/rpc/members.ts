import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { query } from '../../../platform/handler/query.ts';
import {
  type MemberIdentity,
  MemberService,
  type ResolvedMember,
} from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { refuse } from '../domain/refusals.ts';
import type { UserState } from '../domain/user.ts';
import { findUser, findUserByCode, findUserByEmail, userMessage } from '../store/users.ts';

/** The member named by a time-tracking request (decisions 10.1). */
export const resolveMember = query(
  MemberService.method.resolveMember,
  async (db, { identity, withArchived }, { actor }) => {
    const member = (identity && (await findMember(db, actor, identity, withArchived))) ?? refuse('MEMBER_NOT_FOUND');
    return { user: userMessage(member) };
  },
);

/**
 * The member with an identity, or null: an archived one does not count, unless it is asked for by the id. The format of
 * codes is not checked again (rule 7).
 */
export async function findMember(
  db: Reader,
  actor: TenantActor,
  { identity }: MemberIdentity,
  withArchived = false,
): Promise<UserState | null> {
  const user = await findNamed(db, actor, identity);
  return user?.isArchived && !(withArchived && identity.case === 'userId') ? null : user;
}

async function findNamed(
  db: Reader,
  actor: TenantActor,
  identity: MemberIdentity['identity'],
): Promise<UserState | null> {
  switch (identity.case) {
    case 'userId':
      return findUser(db, actor, identity.value);
    case 'email':
      return findUserByEmail(db, actor, identity.value);
    case 'code':
      return findUserByCode(db, actor, identity.value);
    case undefined:
      return null;
  }
}

/** Many members in one call: look-ups of the same kind share their statements. */
export const batchResolveMembers = query(
  MemberService.method.batchResolveMembers,
  async (db, { identities }, { actor }) => {
    const found = await Promise.all(identities.map((identity) => findMember(db, actor, identity)));
    const members = found.flatMap((user, index): ResolvedMember[] =>
      user ? [{ $typeName: 'lyceum.directory.v1.ResolvedMember', index, user: userMessage(user) }] : [],
    );
    return { members };
  },
);
