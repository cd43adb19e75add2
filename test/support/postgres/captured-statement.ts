import {
  type BindableStatement,
  bind,
  type Reader,
  type Statement,
  type Tx,
  type Value,
} from '../../../libraries/pg-batch/index.ts';

/** A statement with the values of its parameters. */
export interface CapturedStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

/** The last statement that a store function sends; a point read has one key. Every statement returns no rows. */
export async function captureStatement(run: (db: Tx) => unknown): Promise<CapturedStatement> {
  let captured: CapturedStatement | undefined;
  const take = (statement: BindableStatement, values: object) => {
    captured = { statement, values: bind(statement, values) };
  };
  const db: Pick<Tx, 'write' | keyof Reader> = {
    async rows(statement: BindableStatement, values: unknown) {
      take(statement, values as object);
      return [];
    },
    async point(statement: BindableStatement, key: unknown) {
      captured = { statement, values: bind(statement, oneOfEach(key as object)) };
      return null;
    },
    write: (statement: BindableStatement, values: unknown) => take(statement, values as object),
  };
  await run(db as Tx);
  if (!captured) throw new Error('no statement was sent');
  return captured;
}

/** The parts of a key as arrays of one, as a point read of many keys takes them. */
function oneOfEach(key: object): object {
  return Object.fromEntries(Object.entries(key).map(([name, value]) => [name, [value]]));
}

/** A value as an SQL literal. */
export function literal(value: Value): string {
  if (value === null || typeof value === 'number') return String(value);
  return Array.isArray(value) ? `'{${value.join()}}'` : `'${value}'`;
}
