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

/** What a column of a table holds of people. */
interface Meaning<Says extends string | null> {
  /** One of the database's words; null for a parameter, a result, or a column that has not said it yet. */
  readonly says: Says;
  /** Whose it is, if that differs from the rest of the table: see `Belonging.whose`. */
  readonly whose?: string | undefined;
  /** The columns for whose values it is encrypted, with a key that is not in the database. */
  readonly sealedFor?: readonly string[];
  /** An SQL expression: its value in a copy that lacks what is sealed. */
  readonly withoutSealed?: string;
  /** What takes its place in a masked copy, in the database's own words, where `says` does not tell. */
  readonly mask?: string;
}

/**
 * A declared column, or the type of a parameter or of a result's column. `Value` is its type in TypeScript (see
 * `typeParsers` of pg-batch).
 */
export class Column<Value, Says extends string | null = string | null> {
  readonly attributes: ColumnAttributes;
  readonly meaning: Meaning<Says>;
  /** Exists only for the compiler. */
  declare readonly value: Value;

  constructor(attributes: ColumnAttributes, meaning: Meaning<Says>) {
    this.attributes = attributes;
    this.meaning = meaning;
  }

  /** @param whose see `Belonging.whose`, if it differs from the rest of the table */
  says<const Word extends string>(word: Word, whose?: string): Column<Value, Word> {
    return new Column(this.attributes, { ...this.meaning, says: word, whose });
  }

  /**
   * Encrypted with a key that is not in the database, and whose id is in the column `keyId`.
   * @param owner the columns whose values, with a slash between two, the bytes are bound to
   */
  sealed(...owner: readonly string[]): Column<Value, Says> {
    return new Column(this.attributes, { ...this.meaning, sealedFor: owner });
  }

  /** @param expression an SQL expression: the value in a copy that lacks what is sealed */
  withoutSealed(expression: string): Column<Value, Says> {
    return new Column(this.attributes, { ...this.meaning, withoutSealed: expression });
  }

  /** @param mask see `Meaning.mask` */
  masked(mask: string): Column<Value, Says> {
    return new Column(this.attributes, { ...this.meaning, mask });
  }

  nullable(): Column<Value | null, Says> {
    return new Column({ ...this.attributes, isNullable: true }, this.meaning);
  }

  /** @param expression an SQL expression, as PostgreSQL prints it */
  default(expression: string): Column<Value, Says> {
    return new Column({ ...this.attributes, default: expression }, this.meaning);
  }

  /** @param condition an SQL condition on the column; its constraint is called `<table>_<column>_check` */
  check(condition: string): Column<Value, Says> {
    return new Column({ ...this.attributes, check: condition }, this.meaning);
  }

  /** An array of such values. */
  array(): Column<readonly Value[], Says> {
    return new Column({ type: `${this.attributes.type}[]`, isNullable: false }, this.meaning);
  }
}

function columnOfType<Value>(attributes: Omit<ColumnAttributes, 'isNullable'>): Column<Value, null> {
  return new Column({ ...attributes, isNullable: false }, { says: null });
}

function ofType<Value>(type: string): () => Column<Value, null> {
  const declared = columnOfType<Value>({ type });
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
export function text<Value extends string = string>(): Column<Value, null> {
  return columnOfType({ type: 'text' });
}

/** Text that is compared and sorted byte by byte, whatever the database's locale. */
export function plainText(): Column<string, null> {
  return columnOfType({ type: 'text', collation: 'C' });
}

/** An instant in UTC with milliseconds, as fixed-width text: `2026-01-31T12:00:00.000Z`. */
export function instant(): Column<string, null> {
  return columnOfType({ type: 'timestamp(3) with time zone' });
}

/** A number that the database assigns to each row, in the order of insertion. */
export function identity(): Column<number, null> {
  return columnOfType({ type: 'bigint', isIdentity: true });
}

export function json<Value>(): Column<Value, null> {
  return columnOfType({ type: 'json' });
}

export function jsonb<Value>(): Column<Value, null> {
  return columnOfType({ type: 'jsonb' });
}
