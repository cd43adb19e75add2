import { readdir } from 'node:fs/promises';
import { CHASSIS_MIGRATIONS } from './migrate.ts';
import { type Reader, type Statement, statement } from './statement.ts';

const CHASSIS_DONE = statement('migrations_chassis', 'SELECT name FROM chassis_migrations');
const OWN_DONE = statement('migrations_own', 'SELECT name FROM migrations');

/** Whether a database has everything that this build of its service needs; it may have more already. Throws while there is nothing at all. */
export async function isMigrated(db: Reader, migrations: URL | undefined): Promise<boolean> {
  const own = migrations ? hasAll(db, OWN_DONE, migrations) : true;
  return (await hasAll(db, CHASSIS_DONE, CHASSIS_MIGRATIONS)) && own;
}

async function hasAll(db: Reader, question: Statement, folder: URL): Promise<boolean> {
  const [files, rows] = await Promise.all([readdir(folder), db.rows<{ name: string }>(question, [])]);
  const done = new Set(rows.map(({ name }) => name));
  return files.filter((file) => file.endsWith('.sql')).every((file) => done.has(file.slice(0, -'.sql'.length)));
}
