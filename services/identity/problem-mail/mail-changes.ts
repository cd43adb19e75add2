import type { Call } from '../../../platform/calls/caller.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type AdministratorNotice, claimNotice, releaseNotice } from '../store/administrator-notices.ts';
import type { NoticeKind } from './mail-notices.ts';
import { writeChangeMail } from './write-change-mail.ts';

/** Tells owners, and whoever is concerned, of a change of an administrator. */
export const administratorChanges: NoticeKind<AdministratorNotice> = {
  claim: claimNotice,
  release: releaseNotice,
  async write(notice, content, call) {
    return writeChangeMail({ notice, names: await namesIn([notice], call), ...content });
  },
};

/** The names of the people in notices, by their ids; who is no longer there is missing. */
export async function namesIn(
  notices: readonly AdministratorNotice[],
  call: Call,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(notices.flatMap(({ subjectId, authorId }) => [subjectId, ...(authorId ? [authorId] : [])]))];
  if (ids.length === 0) return new Map();
  const { users } = await call(UserService.method.batchGetUsers, { ids, isSummary: true });
  return new Map(users.map(({ id, name }) => [id, name]));
}
