import { type Declared, declaredStatements, type Table } from '../../libraries/typed-sql/index.ts';
import { PLATFORM_MIGRATIONS } from '../../platform/data/migrate.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { schemaFileOf, schemaOf } from '../../platform/data/schema-drift.ts';

/** The tables of a service, and the folder of the migrations that make them. */
interface Store {
  readonly name: string;
  readonly migrations: URL;
  readonly tables: readonly Table[];
}

/**
 * What is committed beside the migrations of a service and of the platform, so that a review sees what they change: the
 * schema of the migrated database, and the declared statements. The modules that declare these must be loaded.
 */
export async function committedFiles(store: Store, databaseUrl: string): Promise<ReadonlyMap<URL, string>> {
  const catalogue = Object.entries(await schemaOf(databaseUrl));
  const platform = { name: 'the platform', migrations: PLATFORM_MIGRATIONS, tables: platformTables };
  return new Map(
    [store, platform].flatMap(({ name, migrations, tables }) => {
      const isOfPlatform = tables === platformTables;
      const schema = catalogue.filter(([table]) => platformTables.some((each) => each.name === table) === isOfPlatform);
      return [
        [schemaFileOf(migrations), `${JSON.stringify(Object.fromEntries(schema), null, 2)}\n`] as const,
        [new URL('../statements.sql', migrations), statementsOf(name, tables)] as const,
      ];
    }),
  );
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
