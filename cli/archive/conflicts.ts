import type { ArchivedTable, Row } from '../../platform/data/archive/lines.ts';
import type { SnapshotClient as Client } from '../../platform/data/invariants.ts';
import { CommandFailure } from '../failure.ts';

interface InTable {
  readonly service: string;
  readonly table: ArchivedTable;
}

/** The failure for rows of which another institution has what only one may have; undefined for any other error. */
export function conflictOf(
  error: unknown,
  { service, table, lines }: InTable & { readonly lines: readonly string[] },
): CommandFailure | undefined {
  const { code, detail = '' } = error as { readonly code?: string; readonly detail?: string };
  if (code !== UNIQUE_VIOLATION) return undefined;
  const [, columns = '', values = ''] = /^Key \((.*)\)=\((.*)\) already exists/s.exec(detail) ?? [];
  const names = columns.split(', ');
  const isMeant = (row: Row) => names.map((name) => String(row[name])).join(', ') === values;
  const row = lines.map((line): Row => JSON.parse(line)).find(isMeant);
  const id = row?.id ?? (row && table.key.map(({ name }) => row[name]).join('/')) ?? values;
  return foreign({ service, table }, `${id}`, columns);
}

/** Throws a CommandFailure if a record of another institution has the id of one that was written. */
export async function refuseForeignIds(
  client: Client,
  { service, table, id }: InTable & { id: string },
): Promise<void> {
  const { name, institution, key } = table;
  if (key.length !== 1 || key[0]?.name !== 'id' || key[0].type !== 'uuid') return;
  const { rows } = await client.query<{ id: string }>(
    `SELECT t.id FROM ${name} t JOIN ${name} other ON other.id = t.id
     WHERE t.${institution} = $1 AND other.${institution} <> $1 LIMIT 1`,
    [id],
  );
  if (rows[0]) throw foreign({ service, table }, rows[0].id, 'id');
}

function foreign({ service, table: { name } }: InTable, id: string, columns: string): CommandFailure {
  return new CommandFailure(`${service}/${name} ${id}: another institution has its ${columns}. Nothing was imported.`);
}

const UNIQUE_VIOLATION = '23505';
