import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { insertRow, instant, sqlStatement, typesOf, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { KeyRing } from '../../../platform/core/config/key-ring.ts';
import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import { refuse } from '../domain/refusals.ts';
import { endpointSecrets } from './tables.ts';

/** How long the previous secret signs beside the new one, in milliseconds. */
const OVERLAP_MS = DAY_MS;
/** How many secrets of an endpoint sign at a time. */
const MAX_LIVE = 3;

interface NewSecret {
  readonly endpointId: string;
  readonly id: string;
  /** In plain text: it is encrypted before it is written. */
  readonly secret: string;
}

/** Writes the first secret of an endpoint. */
export function insertSecret(tx: Tx, actor: TenantActor, { endpointId, id, secret }: NewSecret, keys: KeyRing): void {
  const { institutionId } = actor;
  const sealed = keys.seal(secret, ownerOf(institutionId, endpointId));
  tx.write(INSERT, { institutionId, endpointId, id, ...sealed, expiresAt: null });
}

/**
 * Writes a new secret beside those that sign, of which the current one ends a day later. Refuses a fourth one. The
 * endpoint is locked.
 * @param now epoch milliseconds
 */
export async function rotateSecret(
  tx: Tx,
  actor: TenantActor,
  { now, ...added }: NewSecret & { readonly now: number },
  keys: KeyRing,
): Promise<void> {
  const endpoint = { institutionId: actor.institutionId, endpointId: added.endpointId };
  const live = await tx.rows(LIVE, { ...endpoint, now: toInstantText(now) });
  if (live.length >= MAX_LIVE) refuse('ENDPOINT_SECRETS_EXHAUSTED');
  tx.write(REMOVE_ENDED, { ...endpoint, now: toInstantText(now) });
  tx.write(EXPIRE, { ...endpoint, expiresAt: toInstantText(now + OVERLAP_MS) });
  insertSecret(tx, actor, added, keys);
}

/** The secrets that sign an endpoint's events at an instant (epoch milliseconds), newest first. */
export async function openSecrets(
  db: Reader,
  { institutionId, endpointId }: { readonly institutionId: string; readonly endpointId: string },
  { now, keys }: { readonly now: number; readonly keys: KeyRing },
): Promise<string[]> {
  const rows = await db.rows(LIVE, { institutionId, endpointId, now: toInstantText(now) });
  return rows.map((row) => keys.open(row, ownerOf(institutionId, endpointId)));
}

/** The endpoint to which a secret is bound: it decrypts for no other one, even if its row is copied. */
function ownerOf(institutionId: string, endpointId: string): string {
  return `${institutionId}/${endpointId}`;
}

const INSERT = insertRow(endpointSecrets);

const REMOVE_ENDED = sqlStatement(endpointSecrets, 'remove_ended', {
  writes: true,
  parameters: { institutionId: uuid(), endpointId: uuid(), now: instant() },
  result: {},
  text: ($) => `DELETE FROM endpoint_secrets
   WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId} AND expires_at <= ${$.now}`,
});

const EXPIRE = sqlStatement(endpointSecrets, 'expire', {
  writes: true,
  parameters: { institutionId: uuid(), endpointId: uuid(), expiresAt: instant() },
  result: {},
  text: ($) => `UPDATE endpoint_secrets SET expires_at = ${$.expiresAt}
   WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId} AND expires_at IS NULL`,
});

const LIVE = sqlStatement(endpointSecrets, 'live', {
  parameters: { institutionId: uuid(), endpointId: uuid(), now: instant() },
  result: typesOf(endpointSecrets, ['keyId', 'sealed']),
  text: ($) => `SELECT key_id AS "keyId", sealed FROM endpoint_secrets
   WHERE institution_id = ${$.institutionId} AND endpoint_id = ${$.endpointId}
     AND (expires_at IS NULL OR expires_at > ${$.now})
   ORDER BY expires_at DESC NULLS FIRST`,
});
