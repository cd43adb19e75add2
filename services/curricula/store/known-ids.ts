import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Prepared } from '../../../platform/data/statements/prepared.ts';
import type { Reader } from '../../../platform/data/tx.ts';

/** The institution's rows with some ids of a bundle, which may be any text. Sends no query if none has the form of an id. */
export async function rowsOfKnown<Row extends { readonly id: string }>(
  db: Reader,
  { institutionId }: TenantActor,
  byIds: Prepared<{ readonly institutionId: string; readonly ids: readonly string[] }, Row>,
  ids: readonly (string | undefined)[],
): Promise<Row[]> {
  const possible = [...new Set(ids)].filter((id) => id !== undefined).filter(isUuid);
  return possible.length === 0 ? [] : db.rows(byIds, { institutionId, ids: possible });
}

/** Those of the ids that the institution has. */
export async function knownIds(...of: Parameters<typeof rowsOfKnown>): Promise<ReadonlySet<string>> {
  return new Set((await rowsOfKnown(...of)).map(({ id }) => id));
}
