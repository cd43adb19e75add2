import { isOldNats, NATS_VERSIONS } from '../../../deploy/nats/server-version.ts';
import { findNatsServer } from '../../../dev/nats-server/find-nats-server.ts';
import { programVersion } from '../../../dev/nats-server/program-version.ts';

/**
 * The NATS server of the tests, for a cluster, if its version is one that `docs/operations.md` asks for. Otherwise a
 * printed line explains how to get one.
 */
export async function findClusterNats(): Promise<string | undefined> {
  const program = await findNatsServer(process.env).catch(() => '');
  const version = await programVersion(program);
  if (version !== '' && !isOldNats(version)) return program;
  process.stderr.write(
    `No cluster of NATS servers is tested (SKIPPED): set NATS_SERVER_BIN to a nats-server ${NATS_VERSIONS}.\n`,
  );
  return undefined;
}
