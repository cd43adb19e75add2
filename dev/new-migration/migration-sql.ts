import { type DatabaseSchema, MikroORM, SqlSchemaGenerator } from '@mikro-orm/postgresql';
import { withClient } from '../../libraries/pg-batch/index.ts';
import type { Table } from '../../libraries/typed-sql/index.ts';
import { entityOf, foreignKeysOf } from './entities.ts';
import { formatStatement } from './format-statement.ts';

/**
 * The statements that make a migrated database match the declared tables, in the style of the migrations; empty if it
 * does. Throws what PostgreSQL says of a declaration that it cannot make.
 * @param others tables of the database that are declared elsewhere
 */
export async function migrationSql(
  databaseUrl: string,
  tables: readonly Table[],
  others: readonly Table[] = [],
): Promise<string> {
  const partitioned = await partitionedTables(databaseUrl);
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: tables.map((table) => entityOf(table, partitioned.has(table.name))),
    schemaGenerator: {
      skipTables: ['migrations', 'platform_migrations', ...others.map(({ name }) => name)],
      ignoreRoutines: true,
      ignoreTriggers: true,
    },
  });
  try {
    const written = await new DeclaredGenerator(orm.em, tables).getUpdateSchemaSQL({ wrap: false });
    const statements = await changesOf(orm, written.split('\n').filter(Boolean));
    return statements.map((statement) => formatStatement(guarded(statement, statements))).join('\n');
  } finally {
    await orm.close(true);
  }
}

async function partitionedTables(databaseUrl: string): Promise<ReadonlySet<string>> {
  const { rows } = await withClient({ connectionString: databaseUrl }, (client) =>
    client.query<{ name: string }>('SELECT partrelid::regclass AS name FROM pg_partitioned_table'),
  );
  return new Set(rows.map(({ name }) => name));
}

/** Compares a database with the declared tables and their foreign keys, which entities do not have. */
class DeclaredGenerator extends SqlSchemaGenerator {
  readonly #tables: readonly Table[];

  constructor(em: MikroORM['em'], tables: readonly Table[]) {
    super(em);
    this.#tables = tables;
  }

  override getTargetSchema(...options: Parameters<SqlSchemaGenerator['getTargetSchema']>): DatabaseSchema {
    const schema = super.getTargetSchema(...options);
    for (const table of this.#tables) schema.getTable(table.name)?.setForeignKeys(foreignKeysOf(table, this.#tables));
    return schema;
  }
}

/**
 * The statements without those that only write a check again. The generator compares its text with what PostgreSQL
 * prints, which is another one for BETWEEN, for example; so they all run, are undone, and those whose constraint is as
 * before are left out.
 */
async function changesOf(orm: MikroORM, statements: readonly string[]): Promise<readonly string[]> {
  const connection = orm.em.getConnection();
  const context = await connection.begin();
  const readChecks = async () => {
    const rows = await connection.execute<{ check: string; definition: string }[]>(CHECKS, [], 'all', context);
    return new Map(rows.map(({ check, definition }) => [check, definition]));
  };
  try {
    const before = await readChecks();
    for (const statement of statements) await connection.execute(statement, [], 'run', context);
    const after = await readChecks();
    return statements.filter((statement) => {
      const [, constraint = ''] = /^alter table ("\w+" (?:add|drop) constraint "\w+")/.exec(statement) ?? [];
      const check = constraint.replace(/ (?:add|drop) constraint /, '.');
      return !before.has(check) || before.get(check) !== after.get(check);
    });
  } finally {
    await connection.rollback(context);
  }
}

const CHECKS = `SELECT format('"%s"."%s"', conrelid::regclass, conname) AS check, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'c'`;

/** An index on a table that exists is created before its migration, while others write: see indexes-ahead.ts. */
function guarded(statement: string, statements: readonly string[]): string {
  const [, head = '', table] = /^(create (?:unique )?index) "\w+" on ("\w+")/.exec(statement) ?? [];
  if (table === undefined || statements.some((each) => each.startsWith(`create table ${table} `))) return statement;
  return statement.replace(head, `${head} if not exists`);
}
