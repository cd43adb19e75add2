import type { Call } from '../../../platform/calls/caller.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import type { ErasureObstacle } from '../store/tables.ts';

/**
 * What speaks at present against the erasure of a user, by the services that decide it, each under its own lock. An
 * archived user becomes neither: so it holds as long as the user stays archived.
 */
export async function obstaclesTo(
  call: Call,
  of: { readonly institutionId: string; readonly userId: string },
): Promise<readonly ErasureObstacle[]> {
  const [{ isAdministrator }, { hasOpenSession }] = await Promise.all([
    call(AdministratorService.method.checkErasure, of),
    call(RecordService.method.checkErasure, of),
  ]);
  return [
    ...(isAdministrator ? (['administrator'] as const) : []),
    ...(hasOpenSession ? (['clocked_in'] as const) : []),
  ];
}
