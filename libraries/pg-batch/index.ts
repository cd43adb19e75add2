export {
  type BindableStatement,
  bind,
  bytesOf,
  type Parameter,
  type Prepared,
  type PreparedPointRead,
  type PreparedRead,
  type Statement,
  type Value,
} from './statement.ts';
export type { Reader, Transactions, Tx } from './tx.ts';
export { typeParsers } from './type-parsers.ts';
