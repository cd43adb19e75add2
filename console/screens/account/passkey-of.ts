import { type Passkey, PasskeyService } from '../../../proto/gen/lyceum/identity/v1/passkey_pb.ts';
import { Failure } from '../../http/failure.ts';
import type { SessionVisit } from '../../route/screen.ts';

/** The administrator's passkey that a page's address names. */
export async function passkeyOf({ call, params: { id } }: Pick<SessionVisit, 'call' | 'params'>): Promise<Passkey> {
  const { passkeys } = await call(PasskeyService.method.listPasskeys, {});
  const found = passkeys.find((each) => each.id === id);
  if (!found) throw new Failure(404);
  return found;
}
