import { type ArchivedTable, asLines, compareKeys, linesOf, type Row } from '../../platform/data/archive/lines.ts';
import type { Manifest } from '../../platform/data/archive/manifest.ts';
import { inSnapshot, type SnapshotClient } from '../../platform/data/invariants.ts';
import { isLive } from '../../platform/data/standstill/fence.ts';
import { CommandFailure } from '../failure.ts';
import { databaseFailure } from '../service-databases.ts';
import { type Databases, tablesOf } from './export-institution.ts';
import { readTables } from './read-archive.ts';

/** A row that is not the same in an archive and in the live databases. Never its values. */
export interface Difference {
  readonly service: string;
  readonly table: string;
  /** The values of its key beside the institution. */
  readonly id: string;
  /** Whether only the archive has it, or only the database, or in which columns they differ. */
  readonly is: 'missing' | 'added' | 'changed';
  readonly columns: readonly string[];
}

export interface Comparison {
  /** The first ten. */
  readonly differences: readonly Difference[];
  readonly differencesTotal: number;
  /** How many rows came, changed or went after the archive was made. */
  readonly since: number;
  /** By service, when the institution was closed that was compared; null if it was not closed then. */
  readonly closedAt: ReadonlyMap<string, string | null>;
}

const MAX_NAMED = 10;

/**
 * Compares a verified archive with the live databases. While the institution stands still, everything must be equal but
 * what reads leave; otherwise, what differs may have come since. Throws a CommandFailure if a database cannot be used.
 */
export async function compareWithLive(path: string, manifest: Manifest, databases: Databases): Promise<Comparison> {
  const compared = await Promise.all(databases.map((database) => compareService(path, manifest, database)));
  return {
    differences: compared.flatMap(({ differences }) => differences).slice(0, MAX_NAMED),
    differencesTotal: compared.reduce((sum, { differencesTotal }) => sum + differencesTotal, 0),
    since: compared.reduce((sum, { since }) => sum + since, 0),
    closedAt: new Map(compared.map(({ service, closedAt }) => [service, closedAt])),
  };
}

async function compareService(path: string, manifest: Manifest, [service, url]: Databases[number]) {
  const differences: Difference[] = [];
  let differencesTotal = 0;
  let since = 0;
  let closedAt: string | null = null;
  const work = async (client: SnapshotClient): Promise<void> => {
    await asLines(client);
    const { rows } = await client.query<{ closedAt: string | null }>(STANDSTILL, [manifest.institution.id]);
    closedAt = rows[0]?.closedAt ?? null;
    for await (const { table: name, lines } of readTables(path, service)) {
      const table = tablesOf(service, { ...manifest, withKeys: false }).find((each) => each.name === name);
      if (!table) throw new CommandFailure(`This release has no table ${service}/${name}.`);
      const live = linesOf(client, table, manifest.institution.id);
      for await (const found of differencesOf(table, lines, live)) {
        const isExpected = rows.length === 0 || (table.isOfReads && found.is !== 'missing');
        if (isExpected) since++;
        else if (++differencesTotal <= MAX_NAMED) differences.push({ service, table: name, ...found });
      }
    }
  };
  await inSnapshot(url, work).catch((error: unknown) => {
    throw error instanceof CommandFailure ? error : databaseFailure(service, error);
  });
  return { service, differences, differencesTotal, since, closedAt };
}

type Found = Pick<Difference, 'id' | 'is' | 'columns'>;

/** Both have their rows in the order of the table's key. */
async function* differencesOf(
  table: ArchivedTable,
  archived: AsyncIterable<readonly string[]>,
  live: AsyncIterable<readonly string[]>,
): AsyncGenerator<Found> {
  const [one, other] = [oneByOne(archived), oneByOne(live)];
  const names = table.columns.map(({ name }) => name);
  const idOf = (row: Row) => table.key.map(({ name }) => row[name]).join('/');
  let [before, after] = [await one.next(), await other.next()];
  while (!before.done || !after.done) {
    if (before.value === after.value) {
      [before, after] = [await one.next(), await other.next()];
      continue;
    }
    const [old, now] = [before, after].map(({ done, value }): Row | undefined =>
      done ? undefined : JSON.parse(value),
    );
    const order = old && now ? compareKeys(table, old, now) : old ? -1 : 1;
    if (old && now && order === 0) {
      const columns = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
      // What is encrypted differs in each archive.
      if (columns.length > 0) yield { id: idOf(old), is: 'changed', columns };
    } else if (order < 0 && old) yield { id: idOf(old), is: 'missing', columns: [] };
    else if (now) yield { id: idOf(now), is: 'added', columns: [] };
    if (order <= 0) before = await one.next();
    if (order >= 0) after = await other.next();
  }
}

async function* oneByOne(lines: AsyncIterable<readonly string[]>): AsyncGenerator<string, undefined> {
  for await (const some of lines) yield* some;
}

const STANDSTILL = `SELECT s.closed_at AS "closedAt" FROM standstills s WHERE s.institution_id = $1 AND ${isLive('s')}`;
