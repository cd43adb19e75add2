import { statementsOf } from '../../../platform/data/statements/statements-of.ts';
import { schedulingTables } from './tables.ts';

/** Declares statements on the tables of scheduling. */
export const { prepare } = statementsOf(schedulingTables);
