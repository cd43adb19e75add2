import { statementsOf } from '../../../platform/data/statements/statements-of.ts';
import { directoryTables } from './tables.ts';

/** Declares statements on the tables of directory. */
export const { prepare } = statementsOf(directoryTables);
