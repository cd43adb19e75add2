import { services } from '../../deploy/installation/services.ts';
import { type Declared, declaredStatements, type Table } from '../../libraries/typed-sql/index.ts';
import { PLATFORM_MIGRATIONS } from '../../platform/data/migrate.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { schemaFileOf, schemaOf } from '../../platform/data/schema-drift.ts';

const platform = { name: 'the platform', migrations: PLATFORM_MIGRATIONS, tables: platformTables };

/**
 * The schemas that are committed beside the migrations of a service and of the platform, from its migrated database.
 */
export async function committedSchemas(migrations: URL, databaseUrl: string): Promise<ReadonlyMap<URL, string>> {
  const catalogue = Object.entries(await schemaOf(databaseUrl));
  return new Map(
    [migrations, platform.migrations].map((folder) => {
      const isOfPlatform = folder === platform.migrations;
      const schema = catalogue.filter(([table]) => platformTables.some((each) => each.name === table) === isOfPlatform);
      return [schemaFileOf(folder), `${JSON.stringify(Object.fromEntries(schema), null, 2)}\n`] as const;
    }),
  );
}

/** The statements that are committed beside the migrations, so that a review sees what a change sends to PostgreSQL. */
export function committedStatements(): ReadonlyMap<URL, string> {
  const owners = [...services, platform].flatMap(({ name, migrations, tables }) =>
    migrations ? [[new URL('../statements.sql', migrations), statementsOf(name, tables)] as const] : [],
  );
  return new Map(owners);
}

/** The declared statements on some tables, as they are sent to PostgreSQL. */
function statementsOf(owner: string, tables: readonly Table[]): string {
  const statements = declaredStatements().filter(({ table }) => tables.some((each) => each.name === table?.name));
  const sorted = statements.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return `-- The statements of ${owner}, as they are sent to PostgreSQL. Written by \`npm run tables:write\`.\n${sorted.map(textOf).join('')}`;
}

function textOf({ name, parameters, text }: Declared): string {
  const types = parameters.map((parameter, index) => `$${index + 1} ${parameter.name} ${parameter.type}`);
  const lines = text.split('\n').map((line) => line.trimEnd());
  return `\n-- ${[name, ...types].join(', ')}\n${lines.join('\n')};\n`;
}
