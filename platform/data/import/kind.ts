import type { Static, TObject, TProperties } from 'typebox';
import type { RowOf, Table } from '../schema/table.ts';
import { list, optional, record, ref } from './fields.ts';
import { type Reference, referencesIn } from './references.ts';

/** A list that a record owns, stored in rows of another table. */
export interface OwnedList {
  readonly table: Table;
  /** The column with the id of the record. */
  readonly owner: string;
  /** The column for each field of an element, or the one column for an element that is a ref. */
  readonly columns: string | Readonly<Record<string, string>>;
  /** Whether the column `position` keeps the order. */
  readonly isOrdered?: boolean;
  /** The API's name of the list; by default that of the field. */
  readonly shownAs?: string;
}

/** Records that are nested in each record of a kind. */
export interface Nested {
  readonly kind: Kind;
  readonly atMost: number;
  readonly atLeast?: number;
  readonly isOptional?: boolean;
}

/** Reports a fault of one of the records that belong together. @param path within the record */
export type Report = (index: number, path: readonly (string | number)[], message: string) => void;

/** What rules between records know of the institution. */
export interface InstitutionRules {
  readonly userCodeFormat?: string | undefined;
}

interface Options<F extends TProperties, T extends Table> {
  readonly fields: F;
  readonly nested?: Readonly<Record<string, Nested>>;
  /** The column with the id of the record that contains it. */
  readonly parent?: keyof T['columns'] & string;
  /** The columns of fields that have another name. By default a reference is stored in `…Id`. */
  readonly columns?: { readonly [Field in keyof F]?: keyof T['columns'] & string };
  readonly lists?: { readonly [Field in keyof F]?: OwnedList };
  /** Fields that may refer to records of later sections. They are imported when all sections are. */
  readonly late?: readonly (keyof F & string)[];
  /** Of which `isDefault` may be true once in each parent: "setup of the room". */
  readonly defaultOf?: string;
  /** The API's name under which the parent shows its records, so that their changes change it; `true` if it shows more of them than the import reads. */
  readonly shownAs?: string | true;
  /** Columns that an import sets when it creates a row, and never changes. */
  initial?(newId: () => string): Partial<RowOf<T>>;
  /** Columns that are not the value of a field. */
  computed?(record: Static<TObject<F>>, stored: RowOf<T> | null, context: ComputedContext): Partial<RowOf<T>>;
  /** Rules that schema and references do not express. Not called for records with missing properties or properties of the wrong type. */
  check?(records: readonly Indexed<Static<TObject<F>>>[], report: Report, institution: InstitutionRules): void;
}

interface ComputedContext {
  /** The index of the record in its section or list. */
  readonly index: number;
  newId(): string;
}

/** A record with its index in its section, or in the record that contains it. */
export type Indexed<R> = readonly [index: number, record: R];

/** A kind of records of a bundle: how they are written in it, and where they are stored. A ref is unique among the records of its kind. */
export interface Kind<F extends TProperties = TProperties, T extends Table = Table>
  extends Omit<Options<F, T>, 'nested' | 'columns' | 'lists' | 'late' | 'parent'> {
  /** As it names its ids in the output of an import. */
  readonly name: string;
  readonly table: T;
  readonly schema: TObject;
  readonly nested: Readonly<Record<string, Nested>>;
  readonly parent?: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, OwnedList>>;
  readonly late: readonly string[];
  readonly references: readonly Reference[];
}

/** Declares a kind of records. Plain data, without access to a database. */
export function kind<F extends TProperties, T extends Table>(
  name: string,
  table: T,
  { nested = {}, columns = {}, lists = {}, late = [], ...options }: Options<F, T>,
): Kind<F, T> {
  const { fields } = options;
  const schemas = Object.entries(nested).map(([field, { kind, atMost, atLeast, isOptional = false }]) => {
    const records = list(kind.schema, atMost, atLeast);
    return [field, isOptional ? optional(records) : records];
  });
  return {
    ...options,
    name,
    table,
    schema: record({ ref: ref(name), ...fields, ...Object.fromEntries(schemas) }),
    nested,
    columns: columns as Readonly<Record<string, string>>,
    lists: lists as Readonly<Record<string, OwnedList>>,
    late,
    references: referencesIn(fields),
  } as unknown as Kind<F, T>;
}

/** A kind without its late fields, which its schema permits nevertheless. */
export function kindWithoutLate(whole: Kind): Kind {
  const isEarly = ([field]: readonly [string, unknown]) => !whole.late.includes(field);
  const nested = Object.entries(whole.nested).map(([field, each]) => [
    field,
    { ...each, kind: kindWithoutLate(each.kind) },
  ]);
  const fields = Object.fromEntries(Object.entries(whole.fields).filter(isEarly));
  const lists = Object.fromEntries(Object.entries(whole.lists).filter(isEarly));
  return { ...whole, fields, lists, nested: Object.fromEntries(nested), references: referencesIn(fields) };
}

/** The kind that has only the late fields, and what is needed to find their records; null if there are none. */
export function lateKind(whole: Kind): Kind | null {
  const nested = Object.entries(whole.nested).flatMap(([field, each]): [string, Nested][] => {
    const late = lateKind(each.kind);
    return late ? [[field, { ...each, kind: late }]] : [];
  });
  if (whole.late.length + nested.length === 0) return null;
  const isLate = ([field]: readonly [string, unknown]) => whole.late.includes(field);
  const { name, table, columns, check } = whole;
  return kind(name, table, {
    fields: Object.fromEntries(Object.entries(whole.fields).filter(isLate)),
    nested: Object.fromEntries(nested),
    lists: Object.fromEntries(Object.entries(whole.lists).filter(isLate)),
    ...(check ? { check } : {}),
    columns,
  });
}

/** A kind and those nested in it, each after the one that contains it. */
export function kindsIn(root: Kind): Kind[] {
  const kinds = [root];
  for (const each of kinds) kinds.push(...Object.values(each.nested).map((nested) => nested.kind));
  return kinds;
}

/** The records of a bundle, or of a part of it, as JSON. */
export type LooseRecord = Readonly<Record<string, unknown>>;

/** A record at its place in the bundle. */
export interface Placed {
  readonly kind: Kind;
  readonly record: LooseRecord;
  /** In its section, or in the list of the record that contains it. */
  readonly index: number;
  /** The list's field; for a record of the section itself, the section. */
  readonly field: string;
  readonly parent: Placed | null;
}

/** Records of a section, each before those nested in it. They need not be valid. @param start the index of the first one in the section */
export function placedRecords(root: Kind, records: readonly unknown[], start = 0): Placed[] {
  const placed: Placed[] = [];
  place(root, records, { start, field: root.name, parent: null }, placed);
  return placed;
}

function place(
  kind: Kind,
  records: readonly unknown[],
  { start, field, parent }: Pick<Placed, 'field' | 'parent'> & { readonly start: number },
  all: Placed[],
): void {
  for (const [i, record] of records.entries()) {
    if (!isRecord(record)) continue;
    const placed = { kind, record, index: start + i, field, parent };
    all.push(placed);
    for (const [name, nested] of Object.entries(kind.nested)) {
      const list = Object.hasOwn(record, name) ? record[name] : undefined;
      if (Array.isArray(list)) place(nested.kind, list, { start: 0, field: name, parent: placed }, all);
    }
  }
}

/** The path of a record in the bundle. */
export function pathOf({ field, index, parent }: Placed): (string | number)[] {
  return [...(parent ? pathOf(parent) : []), field, index];
}

export function isRecord(value: unknown): value is LooseRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
