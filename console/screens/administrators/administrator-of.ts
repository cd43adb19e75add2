import { type Administrator, AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { Failure } from '../../http/failure.ts';
import type { SessionVisit } from '../../route/screen.ts';

export const LIST = { href: '/console/administrators', title: 'Administrators' };

/** The administrator that a path names. */
export async function administratorIn({
  call,
  params: { userId },
}: Pick<SessionVisit, 'call' | 'params'>): Promise<Administrator> {
  const { administrators } = await call(AdministratorService.method.listAdministrators, {});
  const found = administrators.find((each) => each.userId === userId);
  if (!found) throw new Failure(404);
  return found;
}
