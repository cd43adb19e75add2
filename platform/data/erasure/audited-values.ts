import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, type Placeholders, sqlStatement, text, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import { auditLog } from '../platform-tables.ts';

/** Resources of one kind, whose rows have a `userId`. */
interface Of {
  readonly institutionId: string;
  readonly resource: string;
  readonly ids: readonly string[];
}

/**
 * Takes from some audit records of resources why they were changed, and what they were; whose they were stays.
 * @param withValues false for the reasons alone
 * @returns whether those were the last
 */
export async function eraseAudited(tx: Tx, { ids, ...of }: Of, withValues: boolean): Promise<boolean> {
  if (ids.length === 0) return true;
  const statement = withValues ? ERASE_VALUES : ERASE_REASONS;
  return (await tx.rows(statement, { ...of, ids: [...ids], limit: RECORDS_PER_STEP })).length < RECORDS_PER_STEP;
}

/** Somebody's program may have changed one record 10⁵ times. */
const RECORDS_PER_STEP = 500;
const PARAMETERS = { institutionId: uuid(), resource: text(), ids: uuids(), limit: bigint() };

type Shown = Placeholders<typeof PARAMETERS>;

const isOwn = ($: Shown) => `a.resource_id = ANY(${$.ids}) AND a.resource = ${$.resource}`;
const ownerOf = ($: Shown, fields: string) =>
  `CASE WHEN ${isOwn($)} AND ${fields} IS NOT NULL THEN json_build_object('userId', ${fields} -> 'userId') ELSE ${fields} END`;
const hasMore = (fields: string) => `(${fields} IS NOT NULL AND ${fields}::jsonb - 'userId' <> '{}')`;

/** A request's reason also stands at what else it has changed. */
const erase = (purpose: string, isLeft: string, values: ($: Shown) => string = () => '') =>
  sqlStatement(auditLog, purpose, {
    writes: true,
    parameters: PARAMETERS,
    result: { sequence: bigint() },
    text: ($) => `UPDATE audit_log a SET reason = NULL${values($)}
   FROM (SELECT DISTINCT l.recorded_at, l.request_id COLLATE "C" AS request_id FROM (
     SELECT * FROM audit_log l WHERE l.institution_id = ${$.institutionId} AND l.resource_id = ANY(${$.ids})
       AND l.resource = ${$.resource} AND (${isLeft}) LIMIT ${$.limit}) l) found
   WHERE a.institution_id = ${$.institutionId} AND a.recorded_at = found.recorded_at
     AND a.request_id COLLATE "C" = found.request_id AND (a.reason IS NOT NULL OR ${isOwn($)})
   RETURNING a.sequence`,
  });

const ERASE_VALUES = erase(
  'erase_values',
  `l.reason IS NOT NULL OR ${hasMore('l.fields_before')} OR ${hasMore('l.fields_after')}`,
  ($) => `, fields_before = ${ownerOf($, 'a.fields_before')}, fields_after = ${ownerOf($, 'a.fields_after')}`,
);
const ERASE_REASONS = erase('erase_reasons', 'l.reason IS NOT NULL');
