import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { instant, plainText, sqlStatement, text, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { UsageOfIntegration } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { Owner } from './request-chunks.ts';
import { secretUses } from './tables.ts';

/** Notes when secrets were last used, unless that is known to within half a minute. */
export function noteUses(tx: Tx, batch: readonly UsageOfIntegration[]): void {
  // In the order of their keys: batches that are recorded at the same time then lock rows in one order.
  const uses = batch
    .flatMap(({ institutionId, integrationId, uses: own }) =>
      own.map((use) => ({ institutionId, integrationId, ...use })),
    )
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  if (uses.length === 0) return;
  tx.write(NOTE, {
    institutionId: uses.map(({ institutionId }) => institutionId),
    integrationId: uses.map(({ integrationId }) => integrationId),
    hint: uses.map(({ hint }) => hint),
    at: uses.map(({ lastUsedAt }) => lastUsedAt),
  });
}

export function listSecretUses(db: Reader, owner: Owner) {
  return db.rows(LIST, owner);
}

function keyOf(use: { institutionId: string; integrationId: string; hint: string }): string {
  return `${use.institutionId} ${use.integrationId} ${use.hint}`;
}

const NOTE = sqlStatement(secretUses, 'note', {
  writes: true,
  parameters: { institutionId: uuids(), integrationId: uuids(), hint: text().array(), at: instant().array() },
  result: {},
  text: ($) => `INSERT INTO secret_uses AS u (institution_id, integration_id, hint, last_used_at)
   SELECT * FROM unnest(${$.institutionId}, ${$.integrationId}, ${$.hint}, ${$.at})
   ON CONFLICT (institution_id, integration_id, hint) DO UPDATE SET last_used_at = excluded.last_used_at
     WHERE excluded.last_used_at > u.last_used_at + interval '30 seconds'`,
});

const LIST = sqlStatement(secretUses, 'list', {
  parameters: { institutionId: uuid(), integrationId: uuid().nullable() },
  result: { integrationId: uuid(), hint: plainText(), lastUsedAt: instant() },
  text: ($) => `SELECT u.integration_id AS "integrationId", u.hint, u.last_used_at AS "lastUsedAt" FROM secret_uses u
   WHERE u.institution_id = ${$.institutionId} AND (${$.integrationId}::uuid IS NULL OR u.integration_id = ${$.integrationId})`,
});
