import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runMakeSecrets, variablesOf } from '../../../test/support/deploy/one-machine.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { projectRoot } from '../../../test/support/process/program.ts';
import { until } from '../../../test/support/until.ts';
import { ComposeProject } from './compose.ts';
import { answers, INITDB, POSTGRES_USER, storage } from './data-servers.ts';
import type { Output, Podman } from './podman.ts';
import { restoreNow } from './restore-drill.ts';

/**
 * The restore drill of `deploy/one-process/compose.yaml`, on a backup of an installation that its service `lyceum` has
 * made and an operator has changed. Its two services run as the file says, PostgreSQL as images of this machine can:
 * with the file's variables and SQL, and `backups` has what docs/one-machine.md puts there.
 * @param folder an empty folder
 * @returns how the drill ended, and when backups were proven
 */
export async function runComposeDrill(podman: Podman, folder: string): Promise<Output & { readonly proven: Date[] }> {
  const deploy = join(folder, 'deploy');
  await cp(`${projectRoot}deploy/one-process`, join(deploy, 'one-process'), { recursive: true });
  const secrets = join(deploy, 'secrets');
  runMakeSecrets(secrets, 'postgres:5432');
  const project = await ComposeProject.of(podman, join(deploy, 'one-process'));
  try {
    const { POSTGRES_PASSWORD = '' } = variablesOf(await readFile(join(secrets, 'postgres.env'), 'utf8'));
    const data = join(folder, 'data');
    await storage('data', data, POSTGRES_USER);
    const asPostgres = ['--user', `${POSTGRES_USER}:${POSTGRES_USER}`, `--volume=${data}:/data`];
    const server = `printf %s "$0" | ${INITDB.replace('/server/password', '/dev/stdin')}
      echo 'host all all all scram-sha-256' >>/data/pg_hba.conf
      exec postgres -D /data -c listen_addresses='*' -c unix_socket_directories=/data`;
    await project.start('postgres', 'localhost/postgres', asPostgres, ['/bin/sh', '-euc', server, POSTGRES_PASSWORD]);
    const urlOf = async (name: string, database = 'postgres') =>
      `postgresql://postgres:${POSTGRES_PASSWORD}@${await project.addressOf(name)}:5432/${database}`;
    await answers(await urlOf('postgres'));
    const roles = await readFile(join(secrets, 'databases.sql'), 'utf8');
    for (const statement of roles.split(';\n')) if (statement !== '') await query(await urlOf('postgres'), statement);

    await project.start('lyceum', 'localhost/lyceum');
    const ready = ['/nodejs/bin/node', '-e', READY];
    await until('readiness', async () => (await podman.exec(['exec', 'lyceum', ...ready])).code === 0, 120_000);
    await podman.run('exec', 'lyceum', '/nodejs/bin/node', 'cli/main.ts', 'operators', 'create', 'ada');

    const copy = join(folder, 'copy');
    await mkdir(copy);
    await restoreNow(await urlOf('postgres'), data, copy);
    const made = join(
      deploy,
      'backups',
      new Date()
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
        .replaceAll(':', ''),
    );
    await mkdir(made, { recursive: true });
    await promisify(execFile)('tar', ['-czf', join(made, 'databases.tar.gz'), '--directory', copy, '.']);
    await project.start('scratch', 'localhost/postgres');
    await answers(await urlOf('scratch'));
    const ended = await project.run('restore-drill', 'localhost/lyceum');
    const rows = await query<{ proven_at: Date }>(await urlOf('postgres', 'lyceum_identity'), 'TABLE backup_proofs');
    return { ...ended, proven: rows.map(({ proven_at }) => proven_at) };
  } finally {
    await project.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const READY = "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))";
