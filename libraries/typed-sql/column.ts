/** The attributes of a column in PostgreSQL's catalogue. */
interface ColumnAttributes {
  /** In the form of `format_type`. */
  readonly type: string;
  readonly collation?: string;
  readonly isNullable: boolean;
  /** An SQL expression. */
  readonly default?: string;
  /** `GENERATED ALWAYS AS IDENTITY`. */
  readonly isIdentity?: boolean;
  /** An SQL condition. */
  readonly check?: string;
}

/**
 * A declared column, or the type of a parameter or of a result's column. `Value` is its type in TypeScript (see
 * `typeParsers` of pg-batch).
 */
export class Column<Value> {
  readonly attributes: ColumnAttributes;
  /** Exists only for the compiler. */
  declare readonly value: Value;

  constructor(attributes: ColumnAttributes) {
    this.attributes = attributes;
  }

  nullable(): Column<Value | null> {
    return new Column({ ...this.attributes, isNullable: true });
  }

  /** @param expression an SQL expression, as PostgreSQL prints it */
  default(expression: string): Column<Value> {
    return new Column({ ...this.attributes, default: expression });
  }

  /** @param condition an SQL condition on the column; its constraint is called `<table>_<column>_check` */
  check(condition: string): Column<Value> {
    return new Column({ ...this.attributes, check: condition });
  }

  /** An array of such values. */
  array(): Column<readonly Value[]> {
    return new Column({ type: `${this.attributes.type}[]`, isNullable: false });
  }
}

function ofType<Value>(type: string): () => Column<Value> {
  const declared = new Column<Value>({ type, isNullable: false });
  return () => declared;
}

export const uuid = ofType<string>('uuid');
export const uuids = ofType<readonly string[]>('uuid[]');
/** An array of ids, which may contain NULL. */
export const optionalUuids = ofType<readonly (string | null)[]>('uuid[]');
export const boolean = ofType<boolean>('boolean');
export const integer = ofType<number>('integer');
export const bigint = ofType<number>('bigint');
export const double = ofType<number>('double precision');
export const bytes = ofType<Uint8Array>('bytea');
export const bytesArray = ofType<readonly Uint8Array[]>('bytea[]');
/** The result of a function without a return value. */
export const nothing = ofType<string>('void');
export const range = ofType<string>('tstzrange');
export const integerRange = ofType<string>('int4range');

/** @typeParam Value the texts that the table's check allows */
export function text<Value extends string = string>(): Column<Value> {
  return new Column({ type: 'text', isNullable: false });
}

/** Text that is compared and sorted byte by byte, whatever the database's locale. */
export function plainText(): Column<string> {
  return new Column({ type: 'text', collation: 'C', isNullable: false });
}

/** An instant in UTC with milliseconds, as fixed-width text: `2026-01-31T12:00:00.000Z`. */
export function instant(): Column<string> {
  return new Column({ type: 'timestamp(3) with time zone', isNullable: false });
}

/** A number that the database assigns to each row, in the order of insertion. */
export function identity(): Column<number> {
  return new Column({ type: 'bigint', isNullable: false, isIdentity: true });
}

export function json<Value>(): Column<Value> {
  return new Column({ type: 'json', isNullable: false });
}

export function jsonb<Value>(): Column<Value> {
  return new Column({ type: 'jsonb', isNullable: false });
}
