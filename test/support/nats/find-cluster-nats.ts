import { join } from 'node:path';
import { isOldNats, NATS_VERSIONS } from '../../../deploy/nats/server-version.ts';
import { findNatsServer } from '../../../dev/nats-server/find-nats-server.ts';
import { programVersion } from '../../../dev/nats-server/program-version.ts';
import { canInstall, unpackDebianPackages } from '../debian-package.ts';

/**
 * The NATS server for tests of a cluster, in a version that `docs/operations.md` asks for. If the one of the other
 * tests is older, the one of a later Debian is unpacked beside it, as root on Debian and unless NATS_SERVER_BIN names
 * one.
 * @returns undefined if there is none; then a printed line explains how to get one
 */
export async function findClusterNats(): Promise<string | undefined> {
  const present = await findNatsServer(process.env).catch(() => '');
  if (await isForClusters(present)) return present;
  if (!process.env.NATS_SERVER_BIN && canInstall()) {
    if (await isForClusters(LATER)) return LATER;
    await unpackDebianPackages({ suite: 'forky', packages: ['nats-server'], folder: FOLDER }).catch((error: Error) =>
      process.stdout.write(`${error.message}\n`),
    );
    if (await isForClusters(LATER)) return LATER;
  }
  process.stderr.write(
    `No cluster of NATS servers is tested (SKIPPED): set NATS_SERVER_BIN to a nats-server ${NATS_VERSIONS}.\n`,
  );
  return undefined;
}

async function isForClusters(program: string): Promise<boolean> {
  const version = await programVersion(program);
  return version !== '' && !isOldNats(version);
}

const FOLDER = '/var/cache/lyceum-tests/nats-server';
const LATER = join(FOLDER, 'usr/sbin/nats-server');
