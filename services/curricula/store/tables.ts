import type { Table } from '../../chassis/db/schema/table.ts';
import * as items from './curriculum-item-tables.ts';
import * as curricula from './curriculum-tables.ts';
import * as modules from './module-tables.ts';
import * as programs from './program-tables.ts';

/** All tables of curricula. */
export const curriculaTables: readonly Table[] = [modules, curricula, items, programs].flatMap((tables) =>
  Object.values(tables),
);
