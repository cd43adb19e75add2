import * as items from './curriculum-item-tables.ts';
import * as curricula from './curriculum-tables.ts';
import * as modules from './module-tables.ts';
import * as programs from './program-tables.ts';
import { stamps } from './stamps.ts';

/** All tables of curricula; triggers update the institution's stamp with any change of one. */
export const curriculaTables = [
  ...Object.values(modules),
  ...Object.values(curricula),
  ...Object.values(items),
  ...Object.values(programs),
  stamps,
];
