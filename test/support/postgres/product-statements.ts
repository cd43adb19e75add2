import { services } from '../../../deploy/installation/services.ts';
import { declaredStatements } from '../../../libraries/typed-sql/index.ts';
import { platformTables } from '../../../platform/data/platform-tables.ts';
import { importsOf } from '../../architecture/project/imports.ts';
import { isProduction, projectFiles } from '../../architecture/project/project.ts';

const declaring = projectFiles()
  .filter(isProduction)
  .filter(
    (file) =>
      /^services\/[a-z]+\/store\//.test(file.path) ||
      (/^(platform|bundle|cli)\//.test(file.path) &&
        importsOf(file).some(({ target }) => target === 'libraries/typed-sql/index.ts')),
  );
for (const { path } of declaring) await import(new URL(`../../../${path}`, import.meta.url).href);

const tables = new Set([...platformTables, ...services.flatMap((service) => service.tables)].map(({ name }) => name));

/**
 * All statements on tables of services and the platform, and those on no table, from any sender; statements declared by
 * tests are left out.
 */
export const productStatements = declaredStatements().filter(({ table }) => table === null || tables.has(table.name));
