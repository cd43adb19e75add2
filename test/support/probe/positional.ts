import type { PreparedRead, Value } from '../../../libraries/pg-batch/index.ts';

/** A test's statement on any table, with values in the order of `$1`, `$2`, …; it is not audited. */
export function positional<Row extends object>(name: string, text: string): PreparedRead<readonly Value[], Row> {
  const placeholders = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const parameters = [...placeholders]
    .toSorted((a, b) => a - b)
    .map((number) => ({ name: String(number - 1), type: '', isOfRows: false }));
  return { name, text, parameters, isRead: true };
}
