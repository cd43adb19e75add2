import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '../../../platform/core/config/config.ts';
import { canInstall, installDebianPackage, unpackDebianPackages } from '../debian-package.ts';
import { testVariables } from '../test-variables.ts';

/** PgBouncer's executable, and whether it supports prepared statements in transaction mode: since 1.21. */
export interface PgBouncerProgram {
  readonly path: string;
  readonly version: string;
  readonly preparesStatements: boolean;
}

/**
 * The PgBouncer that PGBOUNCER_BIN names, else Debian's. If missing, it is installed as root on Debian; if too old for
 * prepared statements in transaction mode, the one of a later Debian is unpacked beside it.
 * @returns undefined if there is none; then a printed line explains how to get one
 */
export async function findPgBouncer(): Promise<PgBouncerProgram | undefined> {
  const { PGBOUNCER_BIN: named } = readConfig(testVariables, process.env);
  const path = named ?? '/usr/sbin/pgbouncer';
  let found = await probe(path);
  if (!found && named === undefined && canInstall()) {
    await installDebianPackage('pgbouncer').catch((error: Error) => process.stdout.write(`${error.message}\n`));
    found = await probe(path);
  }
  if (!found?.preparesStatements && named === undefined && canInstall()) found = (await later()) ?? found;
  if (!found)
    process.stdout.write(
      `There is no ${path}, so that nothing is tested behind PgBouncer. Install it (on Debian, as root: apt-get install pgbouncer), or set PGBOUNCER_BIN.\n`,
    );
  return found;
}

/** The PgBouncer of a later Debian, which runs with that release's C library; undefined if it is not available. */
async function later(): Promise<PgBouncerProgram | undefined> {
  const start = join(LATER, 'start-pgbouncer');
  const unpacked = await probe(start);
  if (unpacked) return unpacked;
  try {
    await unpackDebianPackages({ suite: 'trixie', packages: PACKAGES, folder: LATER });
    const libraries = `${LATER}/usr/lib/$(uname -m)-linux-gnu`;
    const script = `#!/bin/sh\nexec ${libraries}/ld-linux-*.so.* --library-path ${libraries} ${LATER}/usr/sbin/pgbouncer "$@"\n`;
    await writeFile(start, script);
    await chmod(start, 0o755);
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`);
  }
  return probe(start);
}

const LATER = '/var/cache/lyceum-tests/pgbouncer';
/** With the newer libraries of that release. */
const PACKAGES = [
  ...['pgbouncer', 'libc6', 'libcares2', 'libevent-2.1-7t64'],
  ...['libpam0g', 'libssl3t64', 'libsystemd0'],
];

async function probe(path: string): Promise<PgBouncerProgram | undefined> {
  const { stdout } = await promisify(execFile)(path, ['--version']).catch(() => ({ stdout: '' }));
  const [, version, major, minor] = /^PgBouncer ((\d+)\.(\d+)\S*)/.exec(stdout) ?? [];
  if (version === undefined) return undefined;
  return { path, version, preparesStatements: Number(major) > 1 || Number(minor) >= 21 };
}
