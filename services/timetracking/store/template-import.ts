import type { TenantActor } from '../../chassis/actor.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import { type Entry, type Stored, withChange } from '../../chassis/import/match-by-ref.ts';
import { writeRows } from '../../chassis/import/write-rows.ts';

/** What a bundle says of a template, by the names of the columns that keep it. */
export interface TemplateValues {
  readonly ref: string;
  readonly label: string;
  readonly color: string | null;
  readonly position: number;
}

/** The templates of those refs, locked until the transaction ends. */
export function lockTemplatesByRef(
  tx: Tx,
  actor: TenantActor,
  refs: readonly string[],
): Promise<Stored<TemplateValues>[]> {
  return tx.rows(BY_REF, [actor.institutionId, refs]);
}

/** Writes what an import changes: two statements at most. @param at instant text */
export function writeTemplateImport(
  tx: Tx,
  actor: TenantActor,
  entries: readonly Entry<TemplateValues>[],
  at: string,
): void {
  const rowsOf = (change: 'create' | 'update') =>
    withChange(entries, change).map(({ id, values: { ref, label, color, position } }) => [
      id,
      ref,
      label,
      color,
      position,
    ]);
  writeRows(tx, actor, at, UPDATE, rowsOf('update'));
  writeRows(tx, actor, at, INSERT, rowsOf('create'));
}

const BY_REF = statement(
  'templates_import_lock',
  `SELECT id, ref, label, color, position FROM timestamp_templates
   WHERE institution_id = $1 AND ref = ANY($2::text[]) FOR UPDATE`,
);

const VALUES =
  'unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::integer[]) AS v(id, ref, label, color, position)';

const INSERT = statement(
  'templates_import_insert',
  `INSERT INTO timestamp_templates (institution_id, created_at, updated_at, id, ref, label, color, position)
   SELECT $1, $2, $2, v.* FROM ${VALUES}`,
);

const UPDATE = statement(
  'templates_import_update',
  `UPDATE timestamp_templates t SET updated_at = $2, revision = DEFAULT, label = v.label, color = v.color, position = v.position
   FROM ${VALUES} WHERE t.institution_id = $1 AND t.id = v.id`,
);
