import type { SnapshotClient } from '../invariants.ts';
import { CountedLines, compressed } from './compression.ts';
import { type ArchivedTable, asLines, linesOf } from './lines.ts';
import { type LeftOut, memberOf, type TableDigest } from './manifest.ts';
import type { Member } from './tar-member.ts';

/** What an archive has of a service. */
export interface ServicePart {
  /** Of which moment the rows are: RFC 3339, UTC, microseconds. */
  readonly moment: string;
  readonly tables: readonly TableDigest[];
  readonly without: readonly LeftOut[];
}

/** The part of an archive that is kept until administrators download it. */
export interface KeptPart extends ServicePart {
  /** What the README.md says of each table. */
  readonly descriptions: readonly string[];
  /** In their order. */
  readonly members: readonly Member[];
}

interface Writing {
  readonly service: string;
  readonly institutionId: string;
  readonly tables: readonly ArchivedTable[];
  /** Takes a member to its end, before it returns. */
  add(name: string, content: AsyncIterable<Buffer>): Promise<unknown>;
  /** Called before each table. */
  onTable?(name: string): void;
  /** What is written of a table's lines; by default the lines. */
  changed?(table: ArchivedTable, lines: AsyncIterable<readonly string[]>): AsyncIterable<readonly string[]>;
}

/** Writes the rows of a service, some at a time, from one snapshot. */
export async function writePart(
  client: SnapshotClient,
  { service, institutionId, tables, add, onTable, changed = (_, lines) => lines }: Writing,
): Promise<ServicePart> {
  await asLines(client);
  const { rows } = await client.query<{ now: string }>(NOW);
  const written: TableDigest[] = [];
  for (const table of tables) {
    if (table.columns.length === 0) continue;
    onTable?.(table.name);
    const counted = new CountedLines();
    const lines = changed(table, linesOf(client, table, institutionId));
    await add(memberOf({ service, table: table.name }), compressed(lines, counted));
    written.push({ service, table: table.name, rows: counted.rows, sha256: counted.digest() });
  }
  const without = tables.flatMap(({ name, without: columns }) =>
    columns.length > 0 ? [{ service, table: name, columns: columns.map((column) => column.name) }] : [],
  );
  return { moment: rows[0]?.now ?? '', tables: written, without };
}

const NOW = `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`;
