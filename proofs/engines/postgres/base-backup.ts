import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installation } from '../../../test/operations/installation.ts';
import type { DataDirectory } from '../../../test/support/data-directory.ts';
import { copyAll, copyRunningCluster } from '../../../test/support/postgres/copy-cluster.ts';

/** Has the server archive its write-ahead log, as every production server does; takes effect at its next start. */
export async function archiveTo(installation: Installation, archive: string): Promise<void> {
  await installation.sql("ALTER SYSTEM SET archive_mode = 'on'");
  await installation.sql(`ALTER SYSTEM SET archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`);
}

/**
 * A base backup of the running server, with the backup functions that pg_basebackup and Kubernetes operators rely on.
 */
export async function takeBaseBackup(installation: Installation, from: DataDirectory, to: string): Promise<void> {
  await mkdir(to);
  await copyRunningCluster(installation.postgres.url('postgres'), join(from.dataPath, 'cluster'), join(to, 'cluster'));
  await copyAll(join(from.path, 'postgresql', 'password'), join(to, 'password'));
}

/** A data directory with a base backup, whose server replays the archive up to the restore point when it starts. */
export async function restoreInto(data: DataDirectory, backup: string, archive: string, point: string): Promise<void> {
  const records = join(data.path, 'postgresql');
  await mkdir(records);
  await copyAll(join(backup, 'cluster'), join(records, 'cluster'));
  await copyAll(join(backup, 'password'), join(records, 'password'));
  const cluster = join(records, 'cluster');
  // The file must belong to the account that owns the cluster.
  await copyAll(join(cluster, 'PG_VERSION'), join(cluster, 'recovery.signal'));
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    [
      "archive_mode = 'off'",
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_name = '${point}'`,
      "recovery_target_action = 'promote'",
      '',
    ].join('\n'),
  );
}
