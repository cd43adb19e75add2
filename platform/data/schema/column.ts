/** What a column is in the catalogue of PostgreSQL. */
interface ColumnAttributes {
  /** As `format_type` writes it. */
  readonly type: string;
  readonly collation?: string;
  readonly isNullable: boolean;
  /** An SQL expression. */
  readonly default?: string;
  /** `GENERATED ALWAYS AS IDENTITY`. */
  readonly isIdentity?: boolean;
}

/**
 * A declared column, or the type of a parameter or of a column of a result; `Value` is what the driver makes of it (see `typeParsers`).
 * `HasDefault` says whether an INSERT may leave it to the database.
 */
export class Column<Value, HasDefault extends boolean = boolean> {
  readonly attributes: ColumnAttributes;
  /** Exists for the compiler alone. */
  declare readonly value: Value;
  /** Exists for the compiler alone. */
  declare readonly hasDefault: HasDefault;

  constructor(attributes: ColumnAttributes) {
    this.attributes = attributes;
  }

  nullable(): Column<Value | null, HasDefault> {
    return new Column({ ...this.attributes, isNullable: true });
  }

  /** @param expression an SQL expression, as PostgreSQL prints it */
  default(expression: string): Column<Value, true> {
    return new Column({ ...this.attributes, default: expression });
  }

  /** An array of such values. */
  array(): Column<readonly Value[], false> {
    return new Column({ type: `${this.attributes.type}[]`, isNullable: false });
  }
}

function ofType<Value>(type: string): () => Column<Value, false> {
  const declared = new Column<Value, false>({ type, isNullable: false });
  return () => declared;
}

export const uuid = ofType<string>('uuid');
export const uuids = ofType<readonly string[]>('uuid[]');
/** An array of ids some of which may be absent. */
export const optionalUuids = ofType<readonly (string | null)[]>('uuid[]');
export const boolean = ofType<boolean>('boolean');
export const integer = ofType<number>('integer');
export const bigint = ofType<number>('bigint');
export const double = ofType<number>('double precision');
export const bytes = ofType<Uint8Array>('bytea');
export const bytesArray = ofType<readonly Uint8Array[]>('bytea[]');
/** What a function without a result returns. */
export const nothing = ofType<string>('void');
export const range = ofType<string>('tstzrange');

/** @typeParam Value the words that the table's check lets in */
export function text<Value extends string = string>(): Column<Value, false> {
  return new Column({ type: 'text', isNullable: false });
}

/** Text that is compared and sorted byte by byte, whatever the database's language. */
export function plainText(): Column<string, false> {
  return new Column({ type: 'text', collation: 'C', isNullable: false });
}

/** An instant in UTC with milliseconds, as text of a fixed width (see instant.ts). */
export function instant(): Column<string, false> {
  return new Column({ type: 'timestamp(3) with time zone', isNullable: false });
}

/** A number that the database gives to each row, in the order of insertion. */
export function identity(): Column<number, true> {
  return new Column({ type: 'bigint', isNullable: false, isIdentity: true });
}

export function json<Value>(): Column<Value, false> {
  return new Column({ type: 'json', isNullable: false });
}

export function jsonb<Value>(): Column<Value, false> {
  return new Column({ type: 'jsonb', isNullable: false });
}
