import { type FileHandle, open, stat } from 'node:fs/promises';
import { register } from '../../deploy/installation/register.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { ArchivedTable, Leaves } from '../../platform/data/archive/lines.ts';
import { archivedTables } from '../../platform/data/archive/lines.ts';
import {
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestText,
  type RecordsDigest,
} from '../../platform/data/archive/manifest.ts';
import { describeTable, readMe } from '../../platform/data/archive/read-me.ts';
import { writePart } from '../../platform/data/archive/service-part.ts';
import { reasonOf } from '../../platform/data/ensure-databases.ts';
import { inSnapshot, type SnapshotClient } from '../../platform/data/invariants.ts';
import { recordFiles } from '../../records/record-files.ts';
import { CommandFailure } from '../failure.ts';
import { databaseFailure } from '../service-databases.ts';
import { type Progress, readProgress, removeProgress, writeProgress } from './progress.ts';
import { type InstallationKeys, reseal, sealCursorKeys } from './sealed-values.ts';
import { TarWriter } from './tar-file.ts';
import type { FrozenState } from './under-freeze.ts';
import { withServices } from './with-services.ts';

export type Databases = readonly (readonly [service: string, url: string])[];

export interface Export {
  readonly databases: Databases;
  readonly institution: Manifest['institution'];
  /** The path of the archive. */
  readonly out: string;
  /** Instant text. */
  readonly now: string;
  /** The standstill under which it is exact. */
  readonly frozen?: FrozenState | undefined;
  readonly keys?: InstallationKeys | undefined;
  /** The value of CURSOR_KEYS, for an archive with keys. */
  readonly cursorKeys?: string | undefined;
  /** Whether records as the API shows them are left out: a move needs the rows alone. */
  readonly isOfRowsAlone?: boolean;
  /** Called before each table. */
  readonly onTable?: (name: string) => void;
}

/**
 * Writes an archive of an institution, or goes on with one that is unfinished, from the first service that it lacks.
 * Returns the digest of the whole. Throws a CommandFailure if there is another file at that place.
 */
export async function exportInstitution(task: Export): Promise<{ digest: string; manifest: Manifest }> {
  const { file, progress } = await begun(task);
  try {
    const tar = new TarWriter(file, progress.end);
    let { manifest } = progress;
    if (tar.end === 0) await tar.add('README.md', [Buffer.from(readMe(manifest, descriptionsOf(task, manifest)))]);
    for (const [service, url] of task.databases) {
      if (manifest.moments[service]) continue;
      manifest = await inSnapshot(url, (client) => withService(client, { service, manifest, tar, task })).catch(
        (error: unknown) => {
          throw error instanceof CommandFailure ? error : databaseFailure(service, error);
        },
      );
      await file.datasync();
      await writeProgress(task.out, { ...progress, manifest, end: tar.end });
    }
    if (!task.isOfRowsAlone) manifest = { ...manifest, records: await addRecords(tar, task) };
    if (task.frozen && !(await task.frozen.holds()))
      throw new CommandFailure('The freeze has ended before the archive was whole. Remove the file, and begin again.');
    const { sha256 } = await tar.add(MANIFEST, [Buffer.from(manifestText(manifest))]);
    await tar.finish();
    await file.sync();
    await removeProgress(task.out);
    return { digest: sha256, manifest };
  } finally {
    await file.close();
  }
}

/** The tables of a service of which an archive has rows. */
export function tablesOf(service: string, leaves: Leaves): ArchivedTable[] {
  return archivedTables(register.get(service) ?? [], leaves);
}

function descriptionsOf({ databases }: Export, leaves: Leaves): string[] {
  return databases.flatMap(([service]) => tablesOf(service, leaves).map((table) => describeTable(service, table)));
}

/** Adds the records as the API shows them, which services in this process read: those of the installation may be away. */
function addRecords(tar: TarWriter, { databases, institution, onTable }: Export): Promise<RecordsDigest[]> {
  return withServices(databases, institution.id, async (call) => {
    const records: RecordsDigest[] = [];
    for (const file of await recordFiles(call, { institutionId: institution.id, withTraces: true })) {
      onTable?.(file.name);
      const { sha256 } = await tar.add(file.name, file.content());
      records.push({ name: file.name, rows: file.rows, sha256 });
    }
    return records;
  });
}

/** The archive as far as it is: new, or unfinished. */
async function begun({
  out,
  institution,
  now,
  frozen,
  keys,
  cursorKeys,
}: Export): Promise<{ file: FileHandle; progress: Progress }> {
  const manifest: Manifest = {
    ...{ format: FORMAT, release: packageJson.version, createdAt: now, institution, isExact: frozen !== undefined },
    ...(frozen && { position: frozen.position }),
    ...(keys && cursorKeys && { cursorKeys: sealCursorKeys(cursorKeys, institution.id, keys.archive) }),
    ...{ moments: {}, tables: [], records: [], withKeys: keys !== undefined, withCredentials: true, without: [] },
  };
  const asked: Progress = {
    manifest,
    keyId: keys?.archive.currentKeyId ?? null,
    frozen: frozen ? { until: frozen.until, isOwn: frozen.isOwn } : null,
    end: 0,
  };
  try {
    const file = await open(out, 'wx', 0o600);
    await writeProgress(out, asked);
    return { file, progress: asked };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new CommandFailure(`${out}: ${reasonOf(error)}`);
  }
  let found = await readProgress(out);
  // Whoever made the file was killed before it could say so: nothing is lost with an empty one.
  if (!found && (await stat(out)).size === 0) {
    await writeProgress(out, asked);
    found = asked;
  }
  if (!found || !isSame(found, asked))
    throw new CommandFailure(
      `${out} exists, and is no unfinished archive that could go on. Remove it, or name another file.`,
    );
  const file = await open(out, 'r+');
  await file.truncate(found.end);
  return { file, progress: found };
}

/** Whether an unfinished archive is what is asked for now: of one freeze, if it is exact. */
function isSame(found: Progress, asked: Progress): boolean {
  const sides = [found, asked].map(({ manifest: { institution, release, isExact, withKeys }, keyId, frozen }) =>
    JSON.stringify([institution.id, release, isExact, withKeys, keyId, frozen]),
  );
  return sides[0] === sides[1];
}

interface Writing {
  readonly service: string;
  readonly manifest: Manifest;
  readonly tar: TarWriter;
  readonly task: Export;
}

/** Adds the tables of a service. Returns the manifest with them. */
async function withService(client: SnapshotClient, { service, manifest, tar, task }: Writing): Promise<Manifest> {
  const { moment, tables, without } = await writePart(client, {
    service,
    institutionId: manifest.institution.id,
    tables: tablesOf(service, manifest),
    add: (name, content) => tar.add(name, content),
    onTable: (name) => task.onTable?.(`${service}: ${name}`),
    changed: (table, lines) => resealed(lines, { table, service, task }),
  });
  return {
    ...manifest,
    moments: { ...manifest.moments, [service]: task.frozen?.since ?? moment },
    tables: [...manifest.tables, ...tables],
    without: [...manifest.without, ...without],
  };
}

async function* resealed(
  lines: AsyncIterable<readonly string[]>,
  { table, service, task: { keys } }: { table: ArchivedTable; service: string; task: Export },
): AsyncGenerator<readonly string[]> {
  if (!keys || table.columns.every(({ sealedFor }) => sealedFor === null)) return yield* lines;
  const from = await keys.of(service);
  for await (const some of lines) yield some.map((line) => reseal(line, table, from, keys.archive));
}
