import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { SessionVisit } from '../../route/screen.ts';

/** Whether nobody could sign in to the console any more if an administrator could not. */
export async function leavesNobody({ call }: Pick<SessionVisit, 'call'>, userId: string): Promise<boolean> {
  const { administrators } = await call(AdministratorService.method.listAdministrators, {});
  const isOne = administrators.some((each) => each.userId === userId);
  return isOne && !administrators.some((each) => each.userId !== userId && each.canSignIn);
}
