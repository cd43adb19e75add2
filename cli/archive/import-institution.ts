import { writeFile } from 'node:fs/promises';
import { register } from '../../deploy/installation/register.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import {
  type ArchivedTable,
  canBeStored,
  insertLines,
  type Leaves,
  passNumbers,
} from '../../platform/data/archive/lines.ts';
import type { Manifest } from '../../platform/data/archive/manifest.ts';
import type { SnapshotClient as Client } from '../../platform/data/invariants.ts';
import { CommandFailure } from '../failure.ts';
import { databaseFailure } from '../service-databases.ts';
import { conflictOf, refuseForeignIds } from './conflicts.ts';
import { Copy, leftOutOfCopies, newIds } from './copied-rows.ts';
import { type Databases, tablesOf } from './export-institution.ts';
import { readTables, verifyArchive } from './read-archive.ts';
import { type InstallationKeys, openCursorKeys, reseal } from './sealed-values.ts';

export interface Import {
  /** The databases in which an institution has its rows. */
  databasesOf(institutionId: string): Promise<Databases>;
  /** The path of the archive. */
  readonly path: string;
  /** The ref of a copy with ids of its own, beside the institution. */
  readonly asNew?: string | undefined;
  /** Whether the copy shows nobody. */
  readonly isMasked?: boolean | undefined;
  readonly keys?: InstallationKeys | undefined;
  /** Called before each table. */
  readonly onTable?: (name: string) => void;
  /** Called when all rows of a service are stored. */
  readonly onStored?: (service: string) => void;
}

export interface Imported {
  readonly manifest: Manifest;
  /** Its own, or that of the copy. */
  readonly institutionId: string;
  readonly digest: string;
  /** The id here of a record in the archive. */
  newIdOf(id: string): string;
  /** Whether it was imported before, so that nothing has changed. */
  readonly wasImported: boolean;
  /** What is not there because no key was given. */
  readonly leftOut: readonly { readonly service: string; readonly table: string; readonly rows: number }[];
  /** The keys of CURSOR_KEYS of the other installation, if the archive has them and a key was given. */
  readonly cursorKeys: string | undefined;
}

/** The transaction that writes the rows of a service. */
interface Target {
  readonly service: string;
  readonly client: Client;
  /** Whether an import of this archive that was ended has stored them. */
  readonly isStored: boolean;
}

/**
 * Imports an archive with all its ids, everything or nothing; the institution is frozen until it is thawed. The rows of
 * all services are written before the first is committed. With the last, the directory's, the institution begins to
 * exist. An import that ends between two commits goes on when it is repeated. Throws a CommandFailure.
 */
export async function importInstitution(task: Import): Promise<Imported> {
  const { manifest, digest } = await verifyArchive(task.path);
  if (manifest.release !== packageJson.version)
    throw new CommandFailure(
      `The archive is of release ${manifest.release}, this installation of ${packageJson.version}.`,
    );
  if (!manifest.withCredentials && task.asNew === undefined)
    throw new CommandFailure('The archive is without credentials: it can only be imported as a copy, with --as-new.');
  if (task.keys && !manifest.withKeys)
    throw new CommandFailure('There is nothing in the archive that --keys could open.');
  const { asNew: ref, isMasked = false } = task;
  const copy = ref === undefined ? undefined : new Copy({ digest, id: manifest.institution.id, ref, isMasked });
  const id = copy?.institutionId ?? manifest.institution.id;
  const cursorKeys =
    task.keys && manifest.cursorKeys && openCursorKeys(manifest.cursorKeys, manifest.institution.id, task.keys.archive);
  const newIdOf = (each: string) => copy?.idOf(each) ?? each;
  const imported = { manifest, digest, institutionId: id, newIdOf, wasImported: true, leftOut: [], cursorKeys };
  const targets: Target[] = [];
  try {
    for (const [service, url] of directoryFirst(await task.databasesOf(id)))
      targets.push(await atDatabase(service, () => begin(service, url, { id, digest })));
    const isHere = targets.some(({ service, isStored }) => service === 'directory' && isStored);
    if (isHere) return imported;
    const leaves = { withKeys: task.keys !== undefined, withCredentials: manifest.withCredentials };
    const leftOut = await writeTables({ ...task, id, copy, leaves }, manifest, targets);
    if (copy) await writeFile(mapOf(task), newIds(task.path, copy), { mode: 0o600 });
    for (const target of pending(targets)) await atDatabase(target.service, () => finish(target, { id, digest }));
    for (const { service, client } of pending(targets.toReversed())) {
      await atDatabase(service, () => client.query('COMMIT'));
      task.onStored?.(service);
    }
    return { ...imported, wasImported: false, leftOut };
  } finally {
    await Promise.all(targets.map(({ client }) => client.end()));
  }
}

/** The file with the new ids of a copy. */
export function mapOf({ path, asNew }: Pick<Import, 'path' | 'asNew'>): string {
  return `${path}.${asNew}.jsonl`;
}

const pending = (targets: readonly Target[]) => targets.filter(({ isStored }) => !isStored);

/** The directory is locked first and stored last: what it does not have, nobody sees. */
function directoryFirst(databases: Databases): Databases {
  return databases.toSorted(([one], [other]) => Number(other === 'directory') - Number(one === 'directory'));
}

interface Identified {
  readonly id: string;
  readonly digest: string;
}

async function begin(service: string, url: string, { id, digest }: Identified): Promise<Target> {
  const client = await openClient({ connectionString: url, application_name: 'lyceum-cli' });
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    // Curricula give an institution a stamp with each change, unless they have done so in the transaction.
    await client.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('import ' || $1, 0)),
      set_config('lyceum.stamp_moved', $1, true)`,
      [id],
    );
    const { rows } = await client.query<{ digest: string }>(IMPORTED, [id]);
    if (rows.some((row) => row.digest !== digest))
      throw new CommandFailure(`The institution ${id} has come from another archive: ${rows[0]?.digest}.`);
    const isStored = rows.length > 0;
    if (service === 'directory' && !isStored) {
      const { rowCount } = await client.query('SELECT FROM institutions WHERE id = $1', [id]);
      if (rowCount) throw new CommandFailure(`There is an institution ${id} already.`);
    }
    return { service, client, isStored };
  } catch (error) {
    await client.end();
    throw error;
  }
}

interface Writing extends Import {
  /** The institution's id here. */
  readonly id: string;
  readonly copy: Copy | undefined;
  /** What the archive left out. */
  readonly leaves: Leaves;
}

/** Writes the rows of all services that do not have them, of several at once: each has a database of its own. */
async function writeTables(
  task: Writing,
  manifest: Manifest,
  targets: readonly Target[],
): Promise<Imported['leftOut']> {
  for (const { service, table } of manifest.tables)
    if (!tablesOf(service, task.leaves).some(({ name }) => name === table))
      throw new CommandFailure(`This release has no table ${service}/${table}.`);
  const leftOut = await Promise.all(targets.map((target) => writeService(task, manifest, target)));
  return leftOut.flat();
}

/** Writes the rows of a service. Tables stand in the archive after those they refer to. */
async function writeService(task: Writing, manifest: Manifest, target: Target): Promise<Imported['leftOut']> {
  const { service, client, isStored } = target;
  const tables = tablesOf(service, task.leaves);
  const isLeftOut = (table: ArchivedTable) =>
    task.copy
      ? leftOutOfCopies(register.get(service) ?? [], task.copy.isMasked).has(table.name) || !canBeStored(table)
      : table.without.some(({ sealedFor }) => sealedFor !== null);
  for await (const { table: name, lines } of isStored ? [] : readTables(task.path, service)) {
    const table = tables.find((each) => each.name === name);
    if (!table || isLeftOut(table)) continue;
    task.onTable?.(`${service}: ${name}`);
    for await (const some of lines) await writeLines(client, some, { service, table, task });
    await atDatabase(service, async () => {
      await refuseForeignIds(client, { service, table, id: task.id });
      await passNumbers(client, table, task.id);
    });
  }
  const leftOut = tables.filter(isLeftOut).map(({ name }) => name);
  return manifest.tables
    .filter((each) => each.service === service && leftOut.includes(each.table) && each.rows > 0)
    .map(({ table, rows }) => ({ service, table, rows }));
}

async function writeLines(
  client: Client,
  lines: readonly string[],
  { service, table, task: { keys, copy } }: { service: string; table: ArchivedTable; task: Writing },
): Promise<void> {
  let opened = lines;
  if (copy) opened = lines.map((line) => copy.lineOf(line, table));
  if (keys && table.columns.some(({ sealedFor }) => sealedFor !== null)) {
    const to = await keys.of(service);
    opened = lines.map((line) => reseal(line, table, keys.archive, to));
  }
  await atDatabase(service, () =>
    insertLines(client, table, opened, keys === undefined).catch((error: unknown) => {
      throw conflictOf(error, { service, table, lines: opened }) ?? error;
    }),
  );
}

/** Checks what is checked at the end of a transaction, and notes what the service has now. */
async function finish({ client }: Target, { id, digest }: Identified): Promise<void> {
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await client.query('INSERT INTO imported_archives (institution_id, digest, imported_at) VALUES ($1, $2, now())', [
    id,
    digest,
  ]);
  // What is left of one that was deleted here would tell of an archive and a deletion of before.
  await client.query('DELETE FROM standstills WHERE institution_id = $1', [id]);
  await client.query(
    "INSERT INTO standstills (institution_id, state, until, is_settled) VALUES ($1, 'frozen', NULL, true)",
    [id],
  );
}

async function atDatabase<T>(service: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof CommandFailure ? error : databaseFailure(service, error);
  }
}

const IMPORTED = 'SELECT digest FROM imported_archives WHERE institution_id = $1';
