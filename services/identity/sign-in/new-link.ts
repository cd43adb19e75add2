import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { CommandContext } from '../../../platform/handler/command.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { CreateSignInLinkResponseSchema } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { signInAddress } from '../config.ts';
import { hashSecret } from '../domain/secrets.ts';
import { linkExpiry } from '../domain/sign-in.ts';
import { deleteConsoleLinks, insertSignInLink } from '../store/sessions.ts';

interface Person {
  readonly user: Pick<User, 'id' | 'name' | 'email'>;
  readonly institutionName: string;
}

/**
 * Creates a one-time link for an administrator, whose row the transaction has locked. Only the hash of its code is
 * stored. One that an administrator makes ends the former ones of that kind.
 */
export function newLink(
  tx: Tx,
  { user, institutionName }: Person,
  { actor, now, newId, runtime }: CommandContext<TenantActor>,
): MessageInitShape<typeof CreateSignInLinkResponseSchema> {
  const { institutionId } = actor;
  const isOfConsole = actor.kind === 'administrator';
  const code = runtime.ids.newSecret();
  const expiresAt = linkExpiry(now, { isOfConsole });
  if (isOfConsole) deleteConsoleLinks(tx, { institutionId, userId: user.id });
  const link = { institutionId, id: newId(), userId: user.id, codeHash: hashSecret(code), expiresAt, isOfConsole };
  insertSignInLink(tx, { ...link, userName: user.name, email: user.email, institutionName });
  return { code, expiresAt, url: signInAddress(runtime, code, { isOfConsole }) };
}
