import { query } from '../../../platform/handler/query.ts';
import { MemberService, type ResolvedMember } from '../../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { userMessage } from '../store/users.ts';
import { findMember } from './resolve-member.ts';

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
