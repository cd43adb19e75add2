import { platformTables } from '../schema/platform-tables.ts';
import { statementsOf } from './statements-of.ts';

/** Declares statements on the platform's tables, which every service's database has. */
export const { prepare } = statementsOf(platformTables);
