import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readTables, verifyArchive } from '../../../cli/archive/read-archive.ts';
import { readTar } from '../../../cli/archive/tar-file.ts';

/** All rows of an archive, by service and table. */
export async function rowsIn(path: string): Promise<Map<string, Record<string, unknown>[]>> {
  const rows = new Map<string, Record<string, unknown>[]>();
  for await (const { service, table, lines } of readTables(path)) {
    const all: Record<string, unknown>[] = [];
    for await (const some of lines) all.push(...some.map((line) => JSON.parse(line)));
    rows.set(`${service}/${table}`, all);
  }
  return rows;
}

/** The content of each member of an archive that is not compressed, by its name. */
export async function plainMembersIn(path: string): Promise<Map<string, string>> {
  const members = new Map<string, string>();
  const file = await open(path);
  for await (const { name, content } of readTar(file)) {
    const bytes = await buffer(content);
    if (!name.endsWith('.zst')) members.set(name, bytes.toString());
  }
  await file.close();
  return members;
}

/** The digests of all tables of an archive. */
export async function digestsOf(path: string): Promise<Record<string, string>> {
  const { manifest } = await verifyArchive(path);
  return Object.fromEntries(
    manifest.tables.map(({ service, table, rows, sha256 }) => [`${service}/${table}`, `${rows} ${sha256}`]),
  );
}

/** Changes one bit of a file. */
export async function flip(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
  await file.write(Buffer.from([buffer.readUInt8() ^ 1]), 0, 1, position);
  await file.close();
}
