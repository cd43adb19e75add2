import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../platform/core/clock.ts';
import { fromInstantText } from '../../platform/core/instant.ts';
import { present } from '../../platform/core/present.ts';
import type { Database } from '../../platform/data/database.ts';
import type { Standstill } from '../../platform/data/platform-tables.ts';
import { beginDeletion } from '../../platform/data/standstill/closing-rows.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { standstillsOf } from './closing.ts';

interface Deletion {
  readonly databases: ReadonlyMap<string, Database>;
  readonly institutionId: string;
}

/** What is left of a deleted institution: that it was, and how much of it went. */
export interface Certificate {
  readonly institutionId: string;
  readonly closedAt: string;
  readonly deletedAt: string;
  readonly archive: { readonly digest: string; readonly verifiedAt: string } | null;
  readonly tables: readonly { readonly service: string; readonly table: string; readonly rows: number }[];
  readonly backups: string;
}

/**
 * Begins the deletion of a closed institution in all services, each of which then goes on by itself.
 * @param beforehand what has to be done before any row goes; again if the deletion has begun
 * @throws CommandFailure if it is not closed, or has no verified archive that is needed: nothing is begun
 */
export async function begin({
  databases,
  institutionId,
  isWithoutArchive,
  beforehand,
}: Deletion & { readonly isWithoutArchive: boolean; beforehand(): Promise<void> }): Promise<void> {
  const rows = [...(await standstillsOf({ databases, institutionId })).values()];
  if (rows.every((row) => row?.deletedAt)) return;
  const isClosed = (row: Standstill | undefined) =>
    row?.state === 'deleting' || (row?.state !== 'frozen' && row?.closedAt != null && isPast(row.closedAt));
  if (!rows.every(isClosed)) throw new CommandFailure('The institution is not closed: nothing is deleted.');
  const isBegun = rows.some((row) => row?.state === 'deleting');
  if (!isBegun && !isWithoutArchive && rows.some((row) => row?.archiveVerifiedAt == null))
    throw new CommandFailure(
      'No archive was verified since the institution was closed: see "institutions verify". --without-archive deletes it nevertheless.',
    );
  await beforehand();
  for (const [service, db] of databases)
    if (!(await beginDeletion(db, institutionId)))
      throw new TryAgainLater(`In ${service}, the institution was reopened meanwhile. See "lyceum institutions list".`);
}

/** Waits until all rows are gone. */
export async function finished(deletion: Deletion, onProgress: (rows: number) => void): Promise<Certificate> {
  for (;;) {
    const rows = await standstillsOf(deletion);
    if ([...rows.values()].every((row) => row?.deletedAt)) return certificateOf(rows);
    onProgress([...rows.values()].flatMap((row) => Object.values(row?.deletedRows ?? {})).reduce((a, b) => a + b, 0));
    await delay(POLL_MS);
  }
}

/** @throws CommandFailure if it was not deleted; TryAgainLater while it is being deleted */
export async function findCertificate(deletion: Deletion): Promise<Certificate> {
  const rows = await standstillsOf(deletion);
  const all = [...rows.values()];
  if (all.every((row) => row?.deletedAt)) return certificateOf(rows);
  if (all.some((row) => row?.state === 'deleting')) throw new TryAgainLater('The institution is still being deleted.');
  throw new CommandFailure('No institution with this id was deleted.');
}

function certificateOf(rows: ReadonlyMap<string, Standstill | undefined>): Certificate {
  const directory = present(rows.get('directory'), 'directory');
  const { institutionId, archiveDigest: digest, archiveVerifiedAt: verifiedAt } = directory;
  return {
    institutionId,
    closedAt: directory.closedAt ?? '',
    deletedAt: present(
      [...rows.values()]
        .map((row) => row?.deletedAt ?? '')
        .toSorted()
        .at(-1),
      'deletedAt',
    ),
    archive: digest !== null && verifiedAt !== null ? { digest, verifiedAt } : null,
    tables: [...rows].flatMap(([service, row]) =>
      Object.entries(row?.deletedRows ?? {})
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([table, count]) => ({ service, table, rows: count })),
    ),
    backups: BACKUPS,
  };
}

function isPast(at: string): boolean {
  return fromInstantText(at) <= systemClock.now();
}

const POLL_MS = 500;
const BACKUPS =
  'Backups from before the deletion, WAL and rows that no vacuum has removed yet hold the institution until they expire.';
