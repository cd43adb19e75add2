import { join } from 'node:path';
import { syncsBatches } from '../../../deploy/nats/server-version.ts';
import { findNatsServer } from '../../../dev/nats-server/find-nats-server.ts';
import { programVersion } from '../../../dev/nats-server/program-version.ts';
import { canInstall, installDebianPackage, unpackDebianPackages } from '../debian-package.ts';

/**
 * Makes sure the tests have a NATS server. As root on Debian it installs the system's package, and if that has no
 * batches, unpacks the one of a later Debian beside it and names it as NATS_SERVER_BIN. If that is not possible, it
 * prints how to get one, and the tests that need it fail.
 */
export async function provideNatsServer(): Promise<void> {
  let problem = await problemOf();
  if (canInstall() && !process.env.NATS_SERVER_BIN) {
    if (problem !== undefined)
      problem = await installDebianPackage('nats-server').then(
        problemOf,
        (error: Error) => `${problem} ${error.message}`,
      );
    if (problem !== undefined || !(await hasBatches(await findNatsServer(process.env)))) await provideLater();
    problem = await problemOf();
  }
  if (problem !== undefined) process.stdout.write(`${problem}\n`);
}

/** The system's NATS server if it is older than those with batches. Otherwise a printed line says so. */
export async function findOlderNats(): Promise<string | undefined> {
  const program = await findNatsServer({ PATH: process.env.PATH }).catch(() => undefined);
  if (program && !(await hasBatches(program))) return program;
  process.stderr.write('No NATS server without batches is tested (SKIPPED): the system has none before 2.15.\n');
  return undefined;
}

/** Whether a NATS server's program stores batches of events. */
export async function hasBatches(program: string): Promise<boolean> {
  const version = await programVersion(program);
  return version !== '' && syncsBatches(version);
}

function problemOf(): Promise<string | undefined> {
  return findNatsServer(process.env).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

async function provideLater(): Promise<void> {
  if (!(await hasBatches(LATER)))
    await unpackDebianPackages({ suite: 'forky', packages: ['nats-server'], folder: FOLDER }).catch((error: Error) =>
      process.stdout.write(`${error.message}\n`),
    );
  if (await hasBatches(LATER)) process.env.NATS_SERVER_BIN = LATER;
}

const FOLDER = '/var/cache/lyceum-tests/nats-server';
const LATER = join(FOLDER, 'usr/sbin/nats-server');
