import { DAY_MS, toInstantText } from '../../platform/core/instant.ts';
import { inSnapshot, type SnapshotClient } from '../../platform/data/invariants.ts';
import { schemaDrift } from '../../platform/data/schema-drift.ts';
import { checkData, lineOf } from '../data-check/check-data.ts';
import { definitionOf } from '../definition-of.ts';
import { CommandFailure } from '../failure.ts';
import { databaseFailure } from '../service-databases.ts';

/** A line of the result, and whether it says that the backup is not whole. */
export interface Found {
  readonly line: string;
  readonly isWrong: boolean;
}

type Databases = readonly (readonly [service: string, url: string])[];

/**
 * Whether a backup that was restored into another server is whole: its tables are those of the code, its data keeps all
 * invariants, and it lacks no audit record that production made more than a day ago. Where nobody has changed anything
 * for longer, production has none either. Writes nothing.
 * @param restored the address of the other server, with its port: it has the same databases and roles
 * @param now epoch milliseconds
 */
export async function* verifyBackup(production: Databases, restored: string, now: number): AsyncGenerator<Found> {
  const pairs = production.map(([service, url]) => ({ service, url, other: atAddress(url, restored) }));
  for (const { service, url, other } of pairs) {
    const [ours, theirs] = [await read(service, url, startOf), await read(`${service} at ${restored}`, other, startOf)];
    if (ours === theirs) throw new CommandFailure(`${restored} is the production server: restore into another one.`);
  }
  for (const { service, other } of pairs) {
    const drift = await schemaDrift(other, definitionOf(service).migrations).catch((error: unknown) => {
      throw databaseFailure(`${service} at ${restored}`, error);
    });
    for (const { table, difference } of drift) yield { line: `${service}: ${table}: ${difference}`, isWrong: true };
    if (drift.length > 0) return;
    yield { line: `${service}: the tables are as declared`, isWrong: false };
  }
  const databases = pairs.map(({ service, other }) => [service, other] as const);
  for await (const each of checkData({ databases, now })) yield { line: lineOf(each), isWrong: each.broken > 0 };
  for (const { service, url, other } of pairs) {
    const newest = await read(`${service} at ${restored}`, other, (client) =>
      newestRecord(client, ['-infinity', 'infinity']),
    );
    const day = toInstantText(now - DAY_MS);
    const missing = await read(service, url, (client) => newestRecord(client, [newest ?? '-infinity', day]));
    const line = `${service}: the newest audit record is of ${newest ?? 'no time'}`;
    if (missing === null) yield { line, isWrong: false };
    else yield { line: `${line}; production has one of ${missing}, which is older than a day`, isWrong: true };
  }
}

/** The same database, user and options on another server. */
function atAddress(url: string, address: string): string {
  const other = new URL(url);
  other.host = address;
  // Of an address that it does not understand, it keeps a part, or the port that was there.
  if (other.host !== address) throw new CommandFailure(`--restored: ${address} is not HOST:PORT.`);
  return other.href;
}

async function read<T>(database: string, url: string, work: (client: SnapshotClient) => Promise<T>): Promise<T> {
  return inSnapshot(url, work).catch((error: unknown) => {
    throw databaseFailure(database, error);
  });
}

/** When a server was started, which tells one server from another: both have the identifier of one cluster. */
async function startOf(client: SnapshotClient): Promise<string | undefined> {
  const { rows } = await client.query<{ at: string }>(
    'SELECT extract(epoch FROM pg_postmaster_start_time())::text AS at',
  );
  return rows[0]?.at;
}

/** The newest audit record after the first instant and up to the second; null if there is none. */
async function newestRecord(client: SnapshotClient, between: readonly [string, string]): Promise<string | null> {
  const { rows } = await client.query<{ at: string | null }>(NEWEST_RECORD, [...between]);
  return rows[0]?.at ?? null;
}

const NEWEST_RECORD = `SELECT to_char(max(recorded_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
  FROM audit_log WHERE recorded_at > $1::timestamptz AND recorded_at <= $2::timestamptz`;
