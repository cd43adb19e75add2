import { type Administrator, AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { t } from '../../components/language.ts';
import { Failure } from '../../http/failure.ts';
import type { SessionVisit } from '../../route/screen.ts';

export const LIST = '/console/administrators';

/** The page above those of an administrator. */
export function listParent(): { readonly href: string; readonly title: string } {
  return { href: LIST, title: t.frame.administrators };
}

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
