import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '../../../libraries/pg-batch/index.ts';

/** Copies a file or folder with owners and permissions. */
export async function copyAll(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/**
 * Copies the cluster of a running server with the backup functions that pg_basebackup and Kubernetes operators rely on.
 * Leaves out the write-ahead log: to start the copy you need all of it from the start of the backup, from an archive or
 * from the server.
 * @param url of the superuser
 * @param to becomes the copy's data directory
 */
export async function copyRunningCluster(url: string, from: string, to: string): Promise<void> {
  const { uid, gid, mode } = await stat(from);
  await mkdir(to, { mode: mode & 0o777 });
  const label = await withClient({ connectionString: url }, async (client) => {
    await client.query("SELECT pg_backup_start('copy', fast => true)");
    for (const name of await readdir(from)) if (!LEFT_OUT.has(name)) await copyLiving(join(from, name), to);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    return rows[0]?.labelfile ?? '';
  });
  await writeFile(join(to, 'backup_label'), label);
  await mkdir(join(to, 'pg_wal'), { mode: 0o700 });
  for (const path of [to, join(to, 'backup_label'), join(to, 'pg_wal')]) await chown(path, uid, gid);
  for (const name of await readdir(join(to, 'pg_replslot')))
    await rm(join(to, 'pg_replslot', name), { recursive: true });
}

/** Ignores files the server removes during the copy: the write-ahead log covers them. */
async function copyLiving(from: string, to: string): Promise<void> {
  await copyAll(from, to).catch((error: Error & { stderr?: string }) => {
    const lines = (error.stderr ?? '').trim().split('\n');
    if (!lines.every((line) => line.endsWith('No such file or directory'))) throw error;
  });
}

const LEFT_OUT = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'standby.signal', 'recovery.signal']);
