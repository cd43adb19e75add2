import type { TenantActor } from '../../chassis/actor.ts';
import type { Statement, Tx, Value } from '../../chassis/db/statement.ts';
import { type Entry, type Named, type Stored, withChange } from '../../chassis/import/match-by-ref.ts';
import { writeRows } from '../../chassis/import/write-rows.ts';

type ColumnType = 'text' | 'uuid' | 'integer' | 'boolean' | 'double precision' | 'timestamptz' | 'json';

/** The columns that keep what a bundle says of a record, beside its ref. Values of `json` columns are texts. */
export type ColumnsOf<Values extends Named> = Readonly<Record<Exclude<keyof Values & string, 'ref'>, ColumnType>>;

/** A table whose records are known again by their refs. */
export interface ImportTable<Values extends Named> {
  readonly columns: ColumnsOf<Values>;
  /** Whether a record has a revision, new with every change. */
  readonly isRevised: boolean;
  readonly lock: Statement;
  readonly insert: Statement;
  readonly update: Statement;
}

export interface Writing {
  /** Instant text. */
  readonly at: string;
  newId(): string;
}

/** The records of those refs, locked until the transaction ends. */
export function lockByRef<Values extends Named>(
  tx: Tx,
  actor: TenantActor,
  { lock }: ImportTable<Values>,
  refs: readonly string[],
): Promise<Stored<Values>[]> {
  return tx.rows(lock, [actor.institutionId, refs]);
}

/** Writes the entries that change: two statements at most, whatever their number. */
export function writeEntries<Values extends Named>(
  tx: Tx,
  actor: TenantActor,
  { columns, isRevised, insert, update }: ImportTable<Values>,
  entries: readonly Entry<Values>[],
  { at, newId }: Writing,
): void {
  const names = Object.keys(columns) as (keyof ColumnsOf<Values>)[];
  const rowOf = ({ id, values }: Entry<Values>): Value[] => [
    id,
    values.ref,
    ...names.map((name) => values[name] as Value),
    ...(isRevised ? [newId()] : []),
  ];
  writeRows(tx, actor, at, update, withChange(entries, 'update').map(rowOf));
  writeRows(tx, actor, at, insert, withChange(entries, 'create').map(rowOf));
}

/** The text of an {@link ImportTable}'s `lock`. */
export function lockText(table: string, columns: Readonly<Record<string, ColumnType>>): string {
  const list = Object.entries(columns).map(([name, type]) => (type === 'json' ? `${name}::text AS ${name}` : name));
  return `SELECT id, ref, ${list.join(', ')} FROM ${table}
   WHERE institution_id = $1 AND ref = ANY($2::text[]) FOR NO KEY UPDATE`;
}

/** The text of an {@link ImportTable}'s `insert`. */
export function insertText(table: string, columns: Readonly<Record<string, ColumnType>>): string {
  const written = { id: 'uuid', ref: 'text', ...columns };
  return `INSERT INTO ${table} (institution_id, created_at, updated_at, ${Object.keys(written).join(', ')})
   SELECT $1, $2, $2, u.* FROM ${unnest(written)} AS u`;
}

/** The text of an {@link ImportTable}'s `update`. */
export function updateText(table: string, columns: Readonly<Record<string, ColumnType>>): string {
  const written = { id: 'uuid', ref: 'text', ...columns };
  const assignments = Object.keys(columns).map((name) => `${name} = u.${name}`);
  return `UPDATE ${table} t SET updated_at = $2, ${assignments.join(', ')}
   FROM ${unnest(written)} AS u(${Object.keys(written).join(', ')})
   WHERE t.institution_id = $1 AND t.id = u.id`;
}

function unnest(columns: Readonly<Record<string, string>>): string {
  return `unnest(${Object.values(columns)
    .map((type, index) => `$${index + 3}::${type}[]`)
    .join(', ')})`;
}

/** What a revised table has beside what a bundle says; last. */
export const REVISION = { revision: 'uuid' } as const;
