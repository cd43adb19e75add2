import { IsOptional, type Static, type TObject, type TProperties } from 'typebox';
import type { Columns, RowOf, Table } from '../../libraries/typed-sql/index.ts';
import { list, nullable, optional, record, ref } from './fields.ts';
import type { JsonRecord } from './json-record.ts';
import { type Reference, referencesIn } from './references.ts';

/** A table with rows of institutions. */
export type InstitutionTable = Table<string, Columns, 'institutionId'>;

/** A list that a record owns, stored in rows of another table. */
export interface OwnedList {
  readonly table: InstitutionTable;
  /** The column with the id of the record. */
  readonly owner: string;
  /** The column for each field of an element, or the one column for an element that is a ref. */
  readonly columns: string | Readonly<Record<string, string>>;
  /** The same for fields that do not tell elements apart: an element with another value is still the same one. */
  readonly values?: Readonly<Record<string, string>>;
  /** Whether the column `position` keeps the order. */
  readonly isOrdered?: boolean;
  /** The API's name of the list; by default that of the field. */
  readonly shownAs?: string;
}

/** Records that are nested in each record of a kind. */
export interface Nested {
  readonly kind: Kind;
  readonly atMost: number;
  /** Whether a new record must contain one. */
  readonly isNeeded?: boolean;
}

/** Reports a fault of one of the records that belong together. @param path within the record */
export type Report = (index: number, path: readonly (string | number)[], message: string) => void;

/** What the rules of a section see besides its records. */
export interface RuleContext {
  /** The whole bundle, which need not be valid. A service, which checks batches, does not have it. */
  readonly bundle?: JsonRecord;
  /** Whether nothing of the institution is stored yet, so that every record is new. */
  readonly isNew?: boolean;
}

interface Options<F extends TProperties, T extends InstitutionTable> {
  readonly fields: F;
  readonly nested?: Readonly<Record<string, Nested>>;
  /** The column with the id of the record that contains it. */
  readonly parent?: keyof T['columns'] & string;
  /** The columns of fields that have another name. By default a reference is stored in `…Id`. */
  readonly columns?: { readonly [Field in keyof F]?: keyof T['columns'] & string };
  readonly lists?: { readonly [Field in keyof F]?: OwnedList };
  /**
   * A list whose elements count together over all records of the section, however they are batched: an importer says
   * with each batch which later records name it.
   */
  readonly counted?: keyof F & string;
  /**
   * Fields that may refer to records of later sections. An importer sends them in a second step, when all sections are
   * imported.
   */
  readonly late?: readonly (keyof F & string)[];
  /**
   * Fields with references that must not lead back to where they began, over any number of records, and the message for
   * one that does.
   */
  readonly acyclic?: { readonly [Field in keyof F]?: string };
  /** Of which `isDefault` may be true once in each parent: "setup of the room". */
  readonly defaultOf?: string;
  /**
   * The API's name under which the parent shows its records, so that their changes change it; `true` if it shows more
   * of them than the import reads.
   */
  readonly shownAs?: string | true;
  /**
   * The columns of a new row whose fields its record does not name, or that have no field. By default they are empty,
   * or false.
   */
  initial?(context: NewRecord): Partial<RowOf<T>>;
  /**
   * Columns that are not the value of a field.
   * @param row the row as the import leaves it otherwise: a field that the record does not name is as it was
   * @param context `at` is the time of the import: instant text
   */
  computed?(
    record: Given<F>,
    row: RowOf<T>,
    context: { readonly stored: RowOf<T> | null; readonly at: string; newId(): string },
  ): Partial<RowOf<T>>;
  /**
   * Rules that schema and references do not express. Not called for records with missing properties or properties of
   * the wrong type.
   */
  check?(records: readonly Indexed<Given<F>>[], report: Report, context: RuleContext): void;
}

/** The fields of a record as it names them: an optional one may be absent, or null if it may be empty. */
type Given<F extends TProperties, R = Static<TObject<F>>> = {
  readonly [Name in keyof R]: undefined extends R[Name] ? R[Name] | null : R[Name];
};

interface NewRecord {
  /** The index of the record in its section or list. */
  readonly index: number;
  newId(): string;
}

/** A record with its index in its section, or in the record that contains it. */
export type Indexed<R> = readonly [index: number, record: R];

/**
 * A kind of records of a bundle: how they are written in it, and where they are stored. A ref is unique among the
 * records of its kind.
 */
export interface Kind<F extends TProperties = TProperties, T extends InstitutionTable = InstitutionTable>
  extends Omit<Options<F, T>, 'nested' | 'columns' | 'lists' | 'late' | 'acyclic' | 'parent'> {
  /** As it names its ids in the output of an import. */
  readonly name: string;
  readonly table: T;
  readonly schema: TObject;
  readonly nested: Readonly<Record<string, Nested>>;
  readonly parent?: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, OwnedList>>;
  readonly late: readonly string[];
  readonly acyclic: Readonly<Record<string, string>>;
  readonly references: readonly Reference[];
}

/** Declares a kind of records. Plain data, without access to a database. */
export function kind<F extends TProperties, T extends InstitutionTable>(
  name: string,
  table: T,
  { nested = {}, columns = {}, lists = {}, late = [], acyclic = {}, ...options }: Options<F, T>,
): Kind<F, T> {
  const references = referencesIn(options.fields);
  const own = { columns: columns as Readonly<Record<string, string>>, references };
  const fields = Object.fromEntries(
    Object.entries(options.fields).map(([field, schema]) => {
      const isNullable = table.columns[columnOfField(own, field)]?.attributes.isNullable;
      return [field, isNullable && IsOptional(schema) ? optional(nullable(schema)) : schema];
    }),
  );
  const schemas = Object.entries(nested).map(([field, { kind, atMost }]) => [
    field,
    optional(list(kind.schema, atMost)),
  ]);
  return {
    ...options,
    ...own,
    name,
    table,
    fields,
    schema: record({ ref: ref(name), ...fields, ...Object.fromEntries(schemas) }),
    nested,
    lists: lists as Readonly<Record<string, OwnedList>>,
    late,
    acyclic,
  } as unknown as Kind<F, T>;
}

/** The column of a field. */
export function columnOfField({ columns, references }: Pick<Kind, 'columns' | 'references'>, field: string): string {
  const isReference = references.some(({ path }) => path.length === 1 && path[0] === field);
  return columns[field] ?? (isReference ? `${field}Id` : field);
}

/** A kind and those nested in it, each after the one that contains it. */
export function kindsIn(root: Kind): Kind[] {
  const kinds = [root];
  for (const each of kinds) kinds.push(...Object.values(each.nested).map((nested) => nested.kind));
  return kinds;
}
