import { statementsOf } from '../../../platform/data/statements/statements-of.ts';
import { curriculaTables } from './tables.ts';

/** Declare statements on the tables of curricula. */
export const { prepare } = statementsOf(curriculaTables);
