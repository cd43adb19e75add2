import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { RowOf } from '../../../libraries/typed-sql/index.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import type { CommandContext } from '../../../platform/handler/command.ts';
import type { NewSessionSchema, SignInOrigin } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { hashSecret } from '../domain/secrets.ts';
import { sessionTimes, type signInMethods } from '../domain/sign-in.ts';
import { updateAdministrator } from '../store/administrators.ts';
import { insertSession } from '../store/sessions.ts';
import type { administrators } from '../store/sign-in-tables.ts';

interface SignIn {
  /** Whose row the transaction has locked. */
  readonly administrator: RowOf<typeof administrators>;
  /** As audit records of the session show it. */
  readonly userName: string;
  readonly method: keyof typeof signInMethods;
  /** The OpenID provider that has proven who it is, and the account there. */
  readonly provider?: { readonly issuer: string; readonly subject: string };
  readonly origin: SignInOrigin;
}

/**
 * Begins a session of an administrator who has proven who it is. Only the hash of its token is stored. The audit log
 * has it as a change of the administrator.
 */
export function beginSession(
  tx: Tx,
  { administrator, userName, method, provider, origin: { userAgent, address } }: SignIn,
  { now, newId, runtime }: Pick<CommandContext<Actor>, 'now' | 'newId' | 'runtime'>,
): MessageInitShape<typeof NewSessionSchema> {
  const { institutionId, id: userId } = administrator;
  const token = runtime.ids.newSecret();
  const at = toInstantText(now);
  const times = sessionTimes(now);
  const signedIn = provider && { signedInIssuer: provider.issuer, signedInSubject: provider.subject };
  updateAdministrator(tx, { ...administrator, ...signedIn, lastSignedInAt: at, revision: newId() });
  const session = { institutionId, id: newId(), userId, userName, method, userAgent, address, createdAt: at, ...times };
  insertSession(tx, { ...session, tokenHash: hashSecret(token) });
  return { token, expiresAt: times.expiresAt };
}
