import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, plainText, sqlStatement, text, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { UsesSums } from '../domain/sums.ts';
import type { Owner } from './request-chunks.ts';
import { deprecatedUses } from './tables.ts';
import { columnsOf } from './write-requests.ts';

/** Adds up how often what is deprecated was used, in each hour. */
export function countUses(tx: Tx, uses: readonly UsesSums[]): void {
  tx.write(COUNT, columnsOf(uses));
}

/** What was used since the beginning of an hour, with the requests since the beginning of another one. Instant texts. */
export function listDeprecatedUses(db: Reader, owner: Owner, since: { readonly month: string; readonly day: string }) {
  return db.rows(LIST, { ...owner, ...since });
}

const COUNT = sqlStatement(deprecatedUses, 'count', {
  writes: true,
  parameters: {
    ...{ institutionId: uuids(), integrationId: uuids(), hour: instant().array(), feature: text().array() },
    ...{ since: instant().array(), sunset: instant().nullable().array(), anchor: text().array() },
    requests: bigint().array(),
  },
  result: {},
  text: ($) => `INSERT INTO deprecated_uses AS u
     (institution_id, integration_id, hour, feature, since, sunset, anchor, requests)
   SELECT * FROM unnest(${$.institutionId}, ${$.integrationId}, ${$.hour}, ${$.feature}, ${$.since}, ${$.sunset},
     ${$.anchor}, ${$.requests})
   ON CONFLICT (institution_id, integration_id, feature, hour) DO UPDATE SET
     requests = least(u.requests + excluded.requests, ${Number.MAX_SAFE_INTEGER}),
     since = excluded.since, sunset = excluded.sunset, anchor = excluded.anchor`,
});

/** As the latest of these hours had it declared. */
const LIST = sqlStatement(deprecatedUses, 'list', {
  parameters: { institutionId: uuid(), integrationId: uuid().nullable(), month: instant(), day: instant() },
  result: {
    ...{ integrationId: uuid(), feature: plainText(), since: instant(), sunset: instant().nullable() },
    ...{ anchor: plainText(), requests: bigint(), lastUsedAt: instant() },
  },
  text: ($) => `SELECT DISTINCT ON (u.integration_id, u.feature) u.integration_id AS "integrationId", u.feature,
     u.since, u.sunset, u.anchor, u.hour AS "lastUsedAt",
     coalesce(sum(u.requests) FILTER (WHERE u.hour >= ${$.day}) OVER (PARTITION BY u.integration_id, u.feature), 0)::bigint AS requests
   FROM deprecated_uses u
   WHERE u.institution_id = ${$.institutionId} AND u.hour >= ${$.month}
     AND (${$.integrationId}::uuid IS NULL OR u.integration_id = ${$.integrationId})
   ORDER BY u.integration_id, u.feature, u.hour DESC`,
});
