import type { Connection, DriverQuery, DriverResult, RowReader } from './driver-members.ts';

/** What is known of a connection, and how queries see it. */
interface ConnectionView {
  readonly withoutSync: Connection;
  readonly withoutRows: Connection;
  /**
   * Statements that may or may not be prepared. They are closed before they are prepared again; closing one that is not
   * prepared is no error.
   */
  readonly inDoubt: Set<string>;
  /**
   * By statement: its rows are described once and not for each execution, because they never change (the server rejects
   * a prepared statement whose rows have).
   */
  readonly rowReaders: Map<string, RowReader>;
}

const views = new WeakMap<Connection, ConnectionView>();

/** The view of a connection, made once. */
export function viewOf(connection: Connection): ConnectionView {
  const known = views.get(connection);
  if (known) return known;
  const withoutSync = Object.assign(Object.create(connection) as Connection, { sync: () => undefined });
  const withoutRows = Object.assign(Object.create(withoutSync) as Connection, { describe: () => undefined });
  const view = { withoutSync, withoutRows, inDoubt: new Set<string>(), rowReaders: new Map<string, RowReader>() };
  views.set(connection, view);
  return view;
}

/**
 * The driver's own copies a row and looks each column up; compiled, all rows of a statement are made at once in one
 * shape.
 */
export function rowReaderOf({ fields, _parsers }: DriverResult): RowReader {
  const members = fields.map(
    ({ name }, n) => `${JSON.stringify(name)}: row[${n}] === null ? null : parsers[${n}](row[${n}])`,
  );
  return new Function('parsers', `return (row) => ({ ${members.join(', ')} })`)(_parsers) as RowReader;
}

/** What the driver does at a description. */
export function readRowsBy(reader: RowReader, query: DriverQuery): void {
  query._result.parseRow = reader;
  query._accumulateRows = true;
}
