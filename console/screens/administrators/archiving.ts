import { Code } from '@connectrpc/connect';
import { isFault, isUnavailable, Refusal } from '../../../platform/core/errors/refusal.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { SessionVisit } from '../../route/screen.ts';

/**
 * Archives people in directory, after identity has noted it: two who archive each other at once do not both pass.
 * Refuses with LAST_ADMINISTRATOR an archiving after which no administrator could sign in.
 */
export async function archiving<T>(
  { call }: Pick<SessionVisit, 'call'>,
  userIds: readonly string[],
  archive: () => Promise<T>,
): Promise<T> {
  if (userIds.length === 0) return archive();
  const { archivingId } = await call(AdministratorService.method.beginArchiving, { userIds: [...userIds] });
  try {
    return await archive();
  } catch (error) {
    if (archivingId !== '' && hasArchivedNobody(error))
      await call(AdministratorService.method.cancelArchiving, { archivingId });
    throw error;
  }
}

/** After other failures it may still come about: identity asks directory later. */
function hasArchivedNobody(error: unknown): boolean {
  if (!(error instanceof Refusal) || isFault(error) || isUnavailable(error)) return false;
  return error.status !== Code.Canceled;
}
