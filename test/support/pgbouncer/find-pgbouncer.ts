import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readConfig } from '../../../platform/core/config/config.ts';
import { canInstall, installDebianPackage } from '../debian-package.ts';
import { testVariables } from '../test-variables.ts';

/** PgBouncer's program, and whether prepared statements work in its transaction mode: since 1.21. */
export interface PgBouncerProgram {
  readonly path: string;
  readonly version: string;
  readonly preparesStatements: boolean;
}

/**
 * The PgBouncer that PGBOUNCER_BIN names, else Debian's. Where it is missing it is installed, as root on Debian.
 * @returns undefined where there is none; a line says how to get one
 */
export async function findPgBouncer(): Promise<PgBouncerProgram | undefined> {
  const { PGBOUNCER_BIN: named } = readConfig(testVariables, process.env);
  const path = named ?? '/usr/sbin/pgbouncer';
  let found = await ask(path);
  if (!found && named === undefined && canInstall()) {
    await installDebianPackage('pgbouncer').catch((error: Error) => process.stdout.write(`${error.message}\n`));
    found = await ask(path);
  }
  if (!found)
    process.stdout.write(
      `There is no ${path}, so that nothing is tested behind PgBouncer. Install it (on Debian, as root: apt-get install pgbouncer), or set PGBOUNCER_BIN.\n`,
    );
  return found;
}

async function ask(path: string): Promise<PgBouncerProgram | undefined> {
  const { stdout } = await promisify(execFile)(path, ['--version']).catch(() => ({ stdout: '' }));
  const [, version, major, minor] = /^PgBouncer ((\d+)\.(\d+)\S*)/.exec(stdout) ?? [];
  if (version === undefined) return undefined;
  return { path, version, preparesStatements: Number(major) > 1 || Number(minor) >= 21 };
}
