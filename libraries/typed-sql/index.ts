export { boundedPage, type PageRow, pageHasMore } from './bounded-page.ts';
export { readCatalogue, type Schema } from './catalogue.ts';
export { type ChangedKeys, changedKeys } from './changed-page.ts';
export {
  bigint,
  boolean,
  bytes,
  bytesArray,
  Column,
  double,
  identity,
  instant,
  integer,
  integerRange,
  json,
  jsonb,
  nothing,
  optionalUuids,
  plainText,
  range,
  text,
  uuid,
  uuids,
} from './column.ts';
export { columnOf, columnsBut, columnsOf, typesOf } from './columns-of.ts';
export { type Declared, declaredStatements, type Recording } from './declared.ts';
export { compareSchemas, type Drift } from './drift.ts';
export { filteredList } from './filtered-list.ts';
export { findBy } from './find-by.ts';
export { makeIndexesAhead } from './indexes-ahead.ts';
export { jsonOf } from './json-of.ts';
export { type JsonRows, jsonRows } from './json-rows.ts';
export {
  equalsUnlessNull,
  limited,
  listRows,
  positionIn,
  rowsWithIds,
} from './page-query.ts';
export type { ParameterTypes, ValuesOf } from './parameters.ts';
export { removeExpired } from './remove-expired.ts';
export {
  changeRows,
  deleteRows,
  deleteRowsBy,
  insertRow,
  insertRows,
  lockRow,
  lockRowsByRef,
  rowsByIds,
  updateRow,
  updateRows,
} from './row-statements.ts';
export { rowsOfRefs } from './rows-of-refs.ts';
export { containing, contains, MAX_FOUND, MAX_LOOKED_AT, MAX_SEARCHED } from './search.ts';
export { type FoundPage, foundPage, SEEN, searchedList } from './searched-list.ts';
export {
  listsOf,
  type Placeholders,
  type ResultColumns,
  type ResultOf,
  sqlPointRead,
  sqlStatement,
  sqlUpdate,
} from './sql-statement.ts';
export {
  type Audited,
  type AuditLog,
  type Columns,
  type Constraints,
  type Conventions,
  declaringTables,
  type Index,
  type Reference,
  type RowOf,
  storedName,
  type Table,
} from './table.ts';
