import { statementsOf } from '../../../platform/data/statements/statements-of.ts';
import { schedulingTables } from './tables.ts';

/** Declare statements on the tables of scheduling. */
export const { prepare } = statementsOf(schedulingTables);
