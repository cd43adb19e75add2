import * as items from './curriculum-item-tables.ts';
import * as curricula from './curriculum-tables.ts';
import * as modules from './module-tables.ts';
import * as programs from './program-tables.ts';
import { stamped, stamps } from './stamps.ts';

/** All tables of curricula; any change of one updates the institution's stamp. */
export const curriculaTables = [
  ...[...Object.values(modules), ...Object.values(curricula), ...Object.values(items), ...Object.values(programs)].map(
    stamped,
  ),
  stamps,
];
