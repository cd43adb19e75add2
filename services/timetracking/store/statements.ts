import { statementsOf } from '../../../platform/data/statements/statements-of.ts';
import { timetrackingTables } from './tables.ts';

/** Declares pages of time tracking's tables. */
export const { listRows } = statementsOf(timetrackingTables);
