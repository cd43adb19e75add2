import { toInstantText } from '../../../platform/core/instant.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { type Archive, ArchiveSchema, ArchiveState } from '../../../proto/gen/lyceum/directory/v1/archive_pb.ts';

/** What is known of an archive; instants are texts. */
interface KnownArchive {
  readonly id: string;
  readonly requestedAt: string;
  readonly requestedByName: string;
  readonly runsUntil: string;
  readonly done: number;
  readonly total: number;
  readonly hasFailed: boolean;
  /** Null until it is finished. */
  readonly size: number | null;
  readonly expiresAt: string;
}

/** Whether it is being made at an instant, in epoch milliseconds. */
export function isRunning(archive: KnownArchive, now: number): boolean {
  return stateOf(archive, now) === ArchiveState.RUNNING && archive.expiresAt > toInstantText(now);
}

/** Whether it can be downloaded at an instant, in epoch milliseconds. */
export function isFinished(archive: KnownArchive, now: number): boolean {
  return stateOf(archive, now) === ArchiveState.FINISHED && archive.expiresAt > toInstantText(now);
}

function stateOf({ size, hasFailed, runsUntil }: KnownArchive, now: number): ArchiveState {
  if (size !== null) return ArchiveState.FINISHED;
  return hasFailed || runsUntil <= toInstantText(now) ? ArchiveState.FAILED : ArchiveState.RUNNING;
}

const write = messageWriter(ArchiveSchema);

/** An archive as administrators see it at an instant, in epoch milliseconds. */
export function archiveMessage(archive: KnownArchive, now: number): Archive {
  const { size, requestedByName: requestedBy } = archive;
  return write({
    ...archive,
    requestedBy,
    state: stateOf(archive, now),
    size: size === null ? null : BigInt(size),
  });
}
