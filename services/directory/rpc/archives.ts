import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import { keepPiece } from '../../../platform/data/archive/kept-parts.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { ArchiveService } from '../../../proto/gen/lyceum/directory/v1/archive_pb.ts';
import { archiveMessage, isFinished, isRunning } from '../domain/archive.ts';
import { refuse } from '../domain/refusals.ts';
import { type ArchiveRow, advance, findArchive, lockArchive, replaceArchive } from '../store/archives.ts';
import { lockInstitution, noteAboutInstitution } from '../store/institutions.ts';

/** Begins an archive: it is being made as soon as this is committed. */
export const requestArchive = command(ArchiveService.method.requestArchive, {
  async run(tx, _, { actor, now, newId }) {
    const { institutionId, userId, name } = actor.kind === 'administrator' ? actor : refuse('CALLER_FORBIDDEN');
    const institution = (await lockInstitution(tx, institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
    const stored = await lockArchive(tx, institutionId);
    if (stored && isRunning(stored, now)) refuse('ARCHIVE_UNDER_WAY');
    const row: ArchiveRow = {
      ...{ institutionId, id: newId(), requestedBy: userId, requestedByName: name },
      ...{ done: 0, total: 0, hasFailed: false, size: null, members: null, requestedAt: toInstantText(now) },
      ...{ runsUntil: toInstantText(now + SILENT_MS), expiresAt: toInstantText(now + DAY_MS) },
    };
    replaceArchive(tx, row);
    noteAboutInstitution(tx, institution);
    return { response: { archive: archiveMessage(row, now) } };
  },
});

/** How far the institution's archive is. */
export const getArchive = query(ArchiveService.method.getArchive, async (db, _, { actor, now }) => {
  const found = await findArchive(db, actor.institutionId);
  return found && found.expiresAt > toInstantText(now) ? { archive: archiveMessage(found, now) } : {};
});

/** Notes how far it is. */
export const advanceArchive = command(ArchiveService.method.advanceArchive, {
  async run(tx, { id, done, total, finished, hasFailed }, { actor, now }) {
    const row = await lockRunning(tx, actor, { id, now });
    const { size, members } = finished ? { ...finished, size: Number(finished.size) } : row;
    advance(tx, { ...row, done, total, hasFailed, size, members, runsUntil: toInstantText(now + SILENT_MS) });
    return { response: {} };
  },
});

/** Keeps a piece of it. */
export const keepArchiveChunk = command(ArchiveService.method.keepArchiveChunk, {
  async run(tx, { id, member, position, content }, { actor, now }) {
    const row = await lockRunning(tx, actor, { id, now });
    const { institutionId, expiresAt } = row;
    keepPiece(tx, { institutionId, archiveId: id, member, position, content, expiresAt });
    advance(tx, { ...row, runsUntil: toInstantText(now + SILENT_MS) });
    return { response: {} };
  },
});

/** Notes who takes it, and says what it is made of. */
export const downloadArchive = command(ArchiveService.method.downloadArchive, {
  async run(tx, { id }, { actor, now }) {
    const institution = (await lockInstitution(tx, actor.institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
    const row = await lockArchive(tx, actor.institutionId);
    if (row?.id !== id || !isFinished(row, now)) refuse('ARCHIVE_NOT_FOUND');
    noteAboutInstitution(tx, institution);
    const { requestedAt, size, members } = row;
    return { response: { requestedAt, archive: { size: BigInt(size ?? 0), members: members ?? '' } } };
  },
});

async function lockRunning(
  tx: Tx,
  { institutionId }: TenantActor,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<ArchiveRow> {
  const row = await lockArchive(tx, institutionId);
  return row?.id === id && isRunning(row, now) ? row : refuse('ARCHIVE_NOT_FOUND');
}

/** An archive of which nobody has said so long that it is being made has failed. */
const SILENT_MS = 30_000;
