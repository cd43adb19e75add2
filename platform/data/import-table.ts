import type { TenantActor } from '../core/actor.ts';
import { type Entry, type Named, withChange } from '../core/import/match-by-ref.ts';
import type { RowOf, Table } from './schema/table.ts';
import type { Prepared } from './statements/prepared.ts';
import { columnsBut, insertRows, lockRowsByRef, updateRows } from './statements/row-statements.ts';
import type { Tx } from './tx.ts';

/** What an import itself gives to each row. */
type Managed = 'institutionId' | 'id' | 'revision' | 'createdAt' | 'updatedAt';

/** What is written of a record of a bundle: the columns of its table, but for what each import gives to each row. */
export type ImportedRow<T extends Table> = Omit<RowOf<T>, Managed | 'ref'> & Named;

/** The statements of an import into a table whose records are known again by their refs. */
export interface ImportTable<Row extends object> extends ImportWrites<Row> {
  readonly lock: Prepared<{ readonly institutionId: string; readonly refs: readonly string[] }, Row & { id: string }>;
}

/** Those of them that write. */
export interface ImportWrites<Row extends object> {
  readonly insert: Prepared<Shared & { readonly rows: readonly (Row & OwnOfRow)[] }, never>;
  readonly update: Prepared<Omit<Shared, 'createdAt'> & { readonly rows: readonly (Row & OwnOfRow)[] }, never>;
  /** Whether rows have a revision of their own. */
  readonly isRevised: boolean;
}

interface Shared {
  readonly institutionId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface OwnOfRow {
  readonly id: string;
  readonly revision?: string;
}

/** @param keep columns that an import writes when it creates a row, and then leaves */
export function importTable<T extends Table, Retained extends keyof T['columns'] & string = never>(
  table: T,
  { keep = [] }: { readonly keep?: readonly Retained[] } = {},
): ImportTable<ImportedRow<T>> {
  return {
    lock: lockRowsByRef(table, columnsBut(table as Table, 'institutionId', 'revision', 'createdAt', 'updatedAt')),
    ...importWrites(table, { keep }),
  } as unknown as ImportTable<ImportedRow<T>>;
}

/** Of a table whose records are locked together with what other tables say of them. @param keep as for {@link importTable} */
export function importWrites<T extends Table, Retained extends keyof T['columns'] & string = never>(
  table: T,
  { keep = [] }: { readonly keep?: readonly Retained[] } = {},
): ImportWrites<ImportedRow<T>> {
  return {
    insert: insertRows(table as Table, { shared: ['institutionId', 'createdAt', 'updatedAt'] }),
    update: updateRows(table as Table, { shared: ['institutionId', 'updatedAt'], keep: ['ref', 'createdAt', ...keep] }),
    isRevised: 'revision' in table.columns,
  } as unknown as ImportWrites<ImportedRow<T>>;
}

export interface Writing {
  /** Instant text. */
  readonly at: string;
  newId(): string;
}

/** The records of those refs, locked until the transaction ends. */
export function lockByRef<Row extends object>(
  tx: Tx,
  actor: TenantActor,
  { lock }: ImportTable<Row>,
  refs: readonly string[],
): Promise<(Row & { id: string })[]> {
  return tx.rows(lock, { institutionId: actor.institutionId, refs });
}

/**
 * Writes the entries that change: two statements at most, whatever their number.
 * @param rowOf what is written of an entry; its values unless said otherwise
 */
export function writeEntries<Row extends Named>(
  tx: Tx,
  actor: TenantActor,
  table: ImportWrites<Row>,
  entries: readonly Entry<NoInfer<Row>>[],
  writing: Writing,
): void;
export function writeEntries<Row extends object, E extends Entry<Named>>(
  tx: Tx,
  actor: TenantActor,
  table: ImportWrites<Row>,
  entries: readonly E[],
  writing: Writing,
  rowOf: (entry: E) => Row,
): void;
export function writeEntries(
  tx: Tx,
  { institutionId }: TenantActor,
  { insert, update, isRevised }: ImportWrites<object>,
  entries: readonly Entry<Named>[],
  { at, newId }: Writing,
  rowOf: (entry: Entry<Named>) => object = ({ values }) => values,
): void {
  const rowsOf = (change: 'create' | 'update') =>
    withChange(entries, change).map((entry) => ({
      ...rowOf(entry),
      id: entry.id,
      ...(isRevised ? { revision: newId() } : {}),
    }));
  tx.write(update, { institutionId, updatedAt: at, rows: rowsOf('update') });
  tx.write(insert, { institutionId, createdAt: at, updatedAt: at, rows: rowsOf('create') });
}
