import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { noteRefusal } from '../../../platform/data/audit/note-refusal.ts';
import type { CommandContext } from '../../../platform/handler/command.ts';

interface Revised {
  readonly institutionId: string;
  readonly id: string;
  readonly revision: string;
}

interface RefusedSignIn {
  /** Whose account it was, if it is one of the institution. */
  readonly administrator: Revised | null | undefined;
  /** With what. */
  readonly means: Revised & { readonly kind: 'openid_provider' | 'passkey' };
  readonly refused: string;
}

/** Records a sign-in that was refused: at the administrator whom it was about, else at what it was tried with. */
export function noteRefusedSignIn(
  tx: Tx,
  { administrator, means, refused }: RefusedSignIn,
  { now, requestId }: Pick<CommandContext<Actor>, 'now' | 'requestId'>,
): void {
  const { institutionId, id: resourceId, revision } = administrator ?? means;
  const resource = administrator ? 'administrator' : means.kind;
  const about = { institutionId, resource, resourceId, revision, requestId, at: toInstantText(now) };
  noteRefusal(tx, { ...about, operation: 'RefuseSignIn', why: { refused } });
}
