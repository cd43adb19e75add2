import { platformTables } from '../../services/chassis/db/schema/platform-tables.ts';
import type { Table } from '../../services/chassis/db/schema/table.ts';
import { declaredStatements } from '../../services/chassis/db/statements/prepared.ts';
import { services } from '../../system/services.ts';
import { importsOf } from '../architecture/project/imports.ts';
import { isProduction, projectFiles } from '../architecture/project/project.ts';

const declaring = projectFiles()
  .filter(isProduction)
  .filter(
    (file) =>
      /^services\/[a-z]+\/store\//.test(file.path) ||
      importsOf(file).some(({ target }) => target.startsWith('services/chassis/db/statements/')),
  );
for (const { path } of declaring) await import(new URL(`../../${path}`, import.meta.url).href);

const tables = new Set<Table | null>([null, ...platformTables, ...services.flatMap((service) => service.tables)]);

/** All statements on the tables of services and of the platform, and those on none, whoever sends them; what tests declare is left out. */
export const productStatements = declaredStatements().filter(({ table }) => tables.has(table));
