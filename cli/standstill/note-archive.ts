import type { Database } from '../../platform/data/database.ts';
import { noteVerifiedArchive } from '../../platform/data/standstill/closing-rows.ts';

interface VerifiedArchive {
  readonly institutionId: string;
  /** Of the whole archive. */
  readonly digest: string;
  /** By service, when the institution was closed that was compared; null if it was not closed then. */
  readonly closedAt: ReadonlyMap<string, string | null>;
}

/**
 * Notes in all databases that an archive has all of a closed institution: from then on it may be deleted. Nothing where
 * it was not closed when it was compared, or has been opened since: what was written then is not in the archive.
 */
export async function noteArchive(
  databases: ReadonlyMap<string, Database>,
  { institutionId, digest, closedAt }: VerifiedArchive,
): Promise<void> {
  for (const [service, db] of databases) {
    const at = closedAt.get(service);
    if (at != null) await noteVerifiedArchive(db, { institutionId, digest, closedAt: at });
  }
}
