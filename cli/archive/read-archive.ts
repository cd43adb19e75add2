import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CountedLines } from '../../platform/data/archive/compression.ts';
import { FORMAT, MANIFEST, type Manifest, memberOf, RECORDS } from '../../platform/data/archive/manifest.ts';
import { CommandFailure } from '../failure.ts';
import { decompressed } from './decompression.ts';
import { Damage, type ReadMember, readTar } from './tar-file.ts';

/** A table in an archive. Its lines, if they are read, must be read to their end. */
export interface ReadTable {
  readonly service: string;
  readonly table: string;
  readonly lines: AsyncIterable<readonly string[]>;
}

export interface VerifiedArchive {
  readonly manifest: Manifest;
  /** The digest of the whole: the SHA-256 of the manifest, in hexadecimal. */
  readonly digest: string;
}

/** Reads all of an archive. Throws {@link Damage} if anything is not as it was written, or missing. */
export async function verifyArchive(path: string): Promise<VerifiedArchive> {
  const found = new Map<string, string>();
  let verified: VerifiedArchive | undefined;
  for await (const member of membersOf(path)) {
    if (verified) throw new Damage(`${member.name} follows ${MANIFEST}`);
    if (member.name === MANIFEST) {
      verified = { manifest: parseManifest(await text(member.content)), digest: member.sha256 };
    } else if (tableOf(member)) {
      const counted = new CountedLines();
      for await (const lines of decompressed(member.content, member.name)) counted.add(lines);
      found.set(member.name, `${counted.rows} ${counted.digest()}`);
    } else {
      // Reading a content checks it.
      for await (const _ of member.content);
      if (member.name.startsWith(RECORDS)) found.set(member.name, member.sha256);
    }
  }
  if (!verified) throw new Damage(`it has no ${MANIFEST}`);
  const { tables, records } = verified.manifest;
  const expected = [
    ...tables.map((table) => [memberOf(table), `${table.rows} ${table.sha256}`] as const),
    ...records.map(({ name, sha256 }) => [name, sha256] as const),
  ];
  for (const [name, digest] of expected) {
    if (!found.has(name)) throw new Damage(`${name} is missing`);
    if (found.get(name) !== digest) throw new Damage(`${name} is damaged`);
    found.delete(name);
  }
  for (const name of found.keys()) throw new Damage(`${name} does not belong to it`);
  return verified;
}

/** The tables of an archive that was verified, or of one service. */
export async function* readTables(path: string, service?: string): AsyncGenerator<ReadTable> {
  for await (const member of membersOf(path)) {
    const table = tableOf(member);
    if (table && (service === undefined || table.service === service))
      yield { ...table, lines: decompressed(member.content, member.name) };
  }
}

async function* membersOf(path: string): AsyncGenerator<ReadMember> {
  const file = await open(path).catch((error: Error) => {
    throw new CommandFailure(error.message);
  });
  try {
    yield* readTar(file);
  } finally {
    await file.close();
  }
}

function tableOf({ name }: ReadMember): Pick<ReadTable, 'service' | 'table'> | undefined {
  const [, service = '', table = ''] = /^([a-z]+)\/([a-z_]+)\.jsonl\.zst$/.exec(name) ?? [];
  return table === '' ? undefined : { service, table };
}

function parseManifest(text: string): Manifest {
  const manifest: Manifest = JSON.parse(text);
  if (manifest.format === FORMAT) return manifest;
  throw new CommandFailure(`Its format is ${manifest.format}; this release reads ${FORMAT}.`);
}
