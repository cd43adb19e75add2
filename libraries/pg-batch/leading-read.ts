import type { Reader } from './tx.ts';

/**
 * Reads by one of several statements: the one of the first filter that is given (not null), or the last statement,
 * which has no filter.
 */
export function leadingRead(filters: readonly string[], statements: readonly object[]) {
  return (db: Reader, from: object, values: Readonly<Record<string, unknown>>): Promise<object[]> => {
    const first = filters.findIndex((name) => values[name] !== null);
    return db.rows(statements.at(first) as never, { ...from, ...values } as never);
  };
}
