import { statementsOf } from '../../../platform/data/statements/statements-of.ts';
import { directoryTables } from './tables.ts';

/** Declare statements on the directory's tables. */
export const { prepare } = statementsOf(directoryTables);
