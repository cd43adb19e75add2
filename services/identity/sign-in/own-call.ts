import type { Call } from '../../../platform/calls/caller.ts';
import { present } from '../../../platform/core/present.ts';
import type { PrepareContext } from '../../../platform/handler/command.ts';

/**
 * Calls of identity itself, for one institution: the user who signs in is unknown until directory has answered, and no
 * one asks for an email. They only read, so that no audit record names this caller.
 */
export async function ownCall(
  { callAs, runtime }: Pick<PrepareContext, 'callAs' | 'runtime'>,
  institutionId: string,
): Promise<Call> {
  const token = await present(runtime.issuer, 'issuer').issue({ kind: 'operator', ...SELF });
  return callAs({ actor: { kind: 'operator', institutionId, operator: SELF }, token });
}

const SELF = { id: 'identity', name: 'identity' };
