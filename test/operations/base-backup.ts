import { execFile } from 'node:child_process';
import { appendFile, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openClient } from '../../platform/data/connections.ts';
import type { DataDirectory } from '../support/data-directory.ts';
import type { Installation } from './installation.ts';

const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

/** Lets the server archive its write-ahead log, as every server of production does; counts from its next start. */
export async function archiveTo(installation: Installation, archive: string): Promise<void> {
  await installation.sql("ALTER SYSTEM SET archive_mode = 'on'");
  await installation.sql(`ALTER SYSTEM SET archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`);
}

/** A base backup of the running server, by the interface that pg_basebackup and the operators of Kubernetes stand on. */
export async function takeBaseBackup(installation: Installation, from: DataDirectory, to: string): Promise<void> {
  await mkdir(to);
  const client = await openClient({ connectionString: installation.postgres.url('postgres') });
  try {
    await client.query("SELECT pg_backup_start('test', fast => true)");
    await copy(join(from.place, 'cluster'), join(to, 'cluster'));
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    await rm(join(to, 'cluster', 'postmaster.pid'), { force: true });
    await rm(join(to, 'cluster', 'pg_wal'), { recursive: true });
    const label = join(to, 'cluster', 'backup_label');
    await writeFile(label, rows[0]?.labelfile ?? '');
    const { uid, gid } = await stat(join(to, 'cluster'));
    await chown(label, uid, gid);
    await writeFile(join(to, 'password'), await readFile(join(from.path, 'postgresql', 'password')), { mode: 0o600 });
  } finally {
    await client.end();
  }
}

/** A data directory with a base backup in it, whose server goes on through the archive until the restore point when it starts. */
export async function restoreInto(data: DataDirectory, backup: string, archive: string, point: string): Promise<void> {
  const records = join(data.path, 'postgresql');
  await mkdir(records);
  await copy(join(backup, 'cluster'), join(records, 'cluster'));
  await copy(join(backup, 'password'), join(records, 'password'));
  const cluster = join(records, 'cluster');
  // A folder and files of the account that owns the cluster.
  await copy(join(cluster, 'pg_commit_ts'), join(cluster, 'pg_wal'));
  await copy(join(cluster, 'PG_VERSION'), join(cluster, 'recovery.signal'));
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
