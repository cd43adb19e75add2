import type pg from 'pg';
import { withClient } from '../connections.ts';
import { readCatalogue } from './catalogue.ts';
import { declaredAttributes } from './declared-attributes.ts';
import type { Drift } from './drift.ts';
import { generatorDrift } from './generator-drift.ts';
import { asStored, type Table } from './table.ts';

/**
 * Compares a database with the declaration of its tables; reads the catalogue alone. Empty where nothing has drifted. The schema generator says
 * what it would change; what it does not look at (collations, operator classes, constraints that are not validated, NULLS NOT DISTINCT, whether
 * uniqueness is a constraint or an index, storage parameters) is compared from the catalogue.
 */
export async function schemaDrift(databaseUrl: string, tables: readonly Table[]): Promise<Drift[]> {
  const stored = tables.map(asStored);
  return withClient({ connectionString: databaseUrl }, async (client) => [
    ...(await catalogueDrift(client, stored)),
    ...(await generatorDrift(databaseUrl, stored)),
  ]);
}

async function catalogueDrift(client: pg.Client, tables: readonly Table[]): Promise<Drift[]> {
  const catalogue = await readCatalogue(client);
  return tables.flatMap((table) => {
    const found = catalogue.get(table.name);
    if (!found) return [{ table: table.name, difference: 'is missing' }];
    const declared = declaredAttributes(table);
    const parts = new Set([...declared.keys(), ...found.keys()]);
    return [...parts].flatMap((part) => {
      const [want, have] = [declared.get(part), found.get(part)];
      if (want === have) return [];
      if (have === undefined) return [{ table: table.name, difference: `${part} is missing: ${want}` }];
      if (want === undefined) return [{ table: table.name, difference: `${part} is not declared: ${have}` }];
      return [{ table: table.name, difference: `${part} is ${have}; declared: ${want}` }];
    });
  });
}
