import { inBatches } from '../../../platform/core/batch-get.ts';
import type { PrepareContext } from '../../../platform/handler/command.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { findSettled } from '../store/archivings.ts';

/**
 * Of those who were to be archived some time ago, who is active: asked of directory, since neither its event nor a
 * cancellation may ever have come. For `prepare`.
 */
export async function stillActive({
  actor,
  call,
  now,
  runtime: { db },
}: Pick<PrepareContext, 'actor' | 'call' | 'now' | 'runtime'>): Promise<readonly string[]> {
  const settled = await findSettled(db, actor, now);
  const answers = await inBatches(settled, (ids) => call(UserService.method.batchGetUsers, { ids, isSummary: true }));
  return answers.flatMap(({ users }) => users.filter(({ isArchived }) => !isArchived).map(({ id }) => id));
}
