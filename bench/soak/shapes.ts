import { randomBytes } from 'node:crypto';
import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { peerVariable } from '../../platform/process/peers.ts';
import { TEST_IDENTITY_KEYS, TEST_IDENTITY_PUBLIC_KEYS } from '../../test/support/calls/test-identities.ts';
import { TEST_SECRET_KEYS } from '../../test/support/calls/test-secret-keys.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';
import { SERVICES } from '../../test/support/process/service-process.ts';
import type { Bench } from '../prepare.ts';
import { WatchedProcess } from './watched-process.ts';

/** The running product. */
export interface Shape {
  readonly processes: readonly WatchedProcess[];
  /** The gateway's address. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The platform in one process. */
export async function startOne({ environment }: Bench): Promise<Shape> {
  const lyceum = await WatchedProcess.start('lyceum', 'one-process/main.ts', {
    ...environment,
    ...COMMON,
    GRPC_PORT: '0',
    CONNECT_PORT: '0',
  });
  return shapeOf([lyceum], async () => undefined);
}

/** A process for each service and the gateway, with NATS between them. */
export async function startMany({ environment }: Bench): Promise<Shape> {
  const nats = await TestNats.start(natsUsers);
  const processes: WatchedProcess[] = [];
  const common: Record<string, string> = {
    ...COMMON,
    CONSOLE_URL: 'http://localhost/console',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: '0',
    CONNECT_PORT: '0',
  };
  for (const service of SERVICES) {
    const own = {
      ...common,
      NATS_URL: nats.urlOf(service),
      DATABASE_URL: environment[databaseVariable(service)] ?? '',
    };
    const process = await WatchedProcess.start(service, `services/${service}/main.ts`, own);
    common[peerVariable(service)] = `127.0.0.1:${process.port}`;
    processes.push(process);
  }
  processes.push(
    await WatchedProcess.start('gateway', 'gateway/main.ts', { ...common, NATS_URL: nats.urlOf('gateway') }),
  );
  return shapeOf(processes, () => nats.remove());
}

const COMMON = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost',
  LOG_LEVEL: 'info',
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  IDENTITY_KEYS: TEST_IDENTITY_KEYS,
  IDENTITY_PUBLIC_KEYS: TEST_IDENTITY_PUBLIC_KEYS,
  IDENTITY_SECRET_KEYS: TEST_SECRET_KEYS,
  WEBHOOKS_SECRET_KEYS: TEST_SECRET_KEYS,
  CURSOR_KEYS: `soak:${randomBytes(32).toString('base64url')}`,
};

/** @param end stops what the processes depend on */
function shapeOf(processes: readonly WatchedProcess[], end: () => Promise<void>): Shape {
  return {
    processes,
    url: `http://127.0.0.1:${processes.at(-1)?.port}`,
    async stop() {
      // The gateway first, so that requests in flight can still call the services.
      for (const process of processes.toReversed()) await process.stop();
      await end();
    },
  };
}
