import { join } from 'node:path';
import type { Memory } from '../../bench/soak/memory-reporter.ts';
import { WatchedProcess } from '../../bench/soak/watched-process.ts';
import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { findFreePort } from '../../libraries/embedded-postgres/free-port.ts';
import type { FakeClock } from '../../test/support/fake-clock.ts';
import { Operator } from '../../test/support/operator.ts';
import { lyceumEnvironment } from '../../test/support/process/lyceum-process.ts';
import { SharedClock } from '../../test/support/shape/shared-clock.ts';
import type { TestScope } from '../../test/support/test-scope.ts';
import { UserServer } from '../../test/support/user-server.ts';
import type { Platform } from './month-school.ts';

export interface MonthPlatform extends Platform {
  readonly clock: FakeClock;
  /** Of its process, after a garbage collection. */
  memory(): Promise<Memory>;
}

/** The platform as `npm start` runs it, in a process of its own, so that the reference's memory is not counted. */
export async function openMonthPlatform(scope: TestScope, startsAt: string): Promise<MonthPlatform> {
  const postgres = await UserServer.start();
  scope.onClear(() => postgres.stop());
  const names = services.map(({ name }) => name);
  await postgres.ensureDatabases(names);
  const data = await scope.dataDirectory();
  const clock = new SharedClock(startsAt, join(data.path, 'clock'));
  scope.onClear(async () => clock.close());
  const grpcPort = await findFreePort(null);
  const lyceum = await WatchedProcess.start('lyceum', 'dev/main.ts', {
    ...lyceumEnvironment(data),
    ...clock.environment,
    ...Object.fromEntries(names.map((name) => [databaseVariable(name), postgres.url(name)])),
    GRPC_PORT: String(grpcPort),
    CONNECT_PORT: '0',
    // The machine may be slow.
    REQUEST_TIMEOUT_MS: '60000',
  });
  scope.onClear(() => lyceum.stop());
  const operator = new Operator(grpcPort);
  scope.onClear(async () => operator.close());
  const url = `http://127.0.0.1:${lyceum.port}`;
  return {
    clock,
    memory: () => lyceum.memory(),
    call: ({ institutionId }) => operator.call(institutionId),
    newClient: (institutionId) => operator.newClient(institutionId, url),
  };
}
