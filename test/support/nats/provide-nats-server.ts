import { findNatsServer } from '../../../dev/nats-server/find-nats-server.ts';
import { canInstall, installDebianPackage } from '../debian-package.ts';

/**
 * Makes sure the tests have a NATS server: as root on Debian it installs the system's package. If that is not possible,
 * it prints how to get one, and the tests that need it fail.
 */
export async function provideNatsServer(): Promise<void> {
  const isThere = () =>
    findNatsServer(process.env).then(
      () => undefined,
      (error: Error) => error.message,
    );
  let problem = await isThere();
  if (problem === undefined) return;
  if (canInstall() && !process.env.NATS_SERVER_BIN) {
    try {
      await installDebianPackage('nats-server');
      problem = await isThere();
    } catch (error) {
      problem = `${problem} ${(error as Error).message}`;
    }
  }
  if (problem !== undefined) process.stdout.write(`${problem}\n`);
}
