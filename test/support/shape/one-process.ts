import { type AdmissionLimits, defaultAdmissionLimits } from '../../../gateway/admission/limits.ts';
import { parseCursorKeys } from '../../../gateway/endpoint/cursor-keys.ts';
import { Lyceum } from '../../../one-process/lyceum.ts';
import { muxTransport } from '../../../platform/calls/mux-transport.ts';
import { readConfig } from '../../../platform/core/config/config.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { present } from '../../../platform/core/present.ts';
import { FileJournal } from '../../../platform/data/erasure/file-journal.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { callAs } from '../call-as.ts';
import { grpcTransport } from '../calls/grpc-transport.ts';
import { TEST_CURSOR_KEYS } from '../calls/test-cursor-keys.ts';
import { testKeys } from '../calls/test-identities.ts';
import { testConfiguration } from '../calls/test-secret-keys.ts';
import { FakeClock } from '../fake-clock.ts';
import { testVariables } from '../test-variables.ts';
import type { Platform, PlatformOptions } from './platform.ts';

/** The platform in this process. */
export async function startOneProcess(options: PlatformOptions): Promise<Platform> {
  const { databaseOf, requestTimeoutMs, publicUrl, errorsBaseUrl, email, own } = options;
  const clock = new FakeClock(options.startsAt);
  const lyceum = await Lyceum.create({
    databaseUrl: (service) => databaseOf(service).databaseUrl,
    directDatabaseUrl: (service) => databaseOf(service).directDatabaseUrl,
    servers: options.servers,
    configuration: { ...testConfiguration, ...email },
    clock,
    ids: systemIds,
    log: own.log ?? silentLogger,
    grpcAddress: '127.0.0.1:0',
    connectAddress: '127.0.0.1:0',
    explains: own.explains ?? false,
    connect: TRANSPORTS[own.transport ?? readConfig(testVariables, process.env).TEST_TRANSPORT],
    identityKeys: testKeys,
    gateway: {
      host: '127.0.0.1',
      port: 0,
      cursorKeys: parseCursorKeys(TEST_CURSOR_KEYS),
      requestTimeoutMs,
      publicUrl,
      errorsBaseUrl,
      admission: { ...NO_LIMITS, ...own.admission },
      logRequests: own.logRequests ?? false,
      writtenBytesPerDay: own.writtenBytesPerDay ?? 0,
    },
    consoleLanguages: ['en', 'de', 'en-XA'],
    consoleLimits: own.consoleLimits ?? { perAddress: 100_000, perSession: 100_000 },
    journal: await FileJournal.open(options.journal),
    maxCallsInFlight: own.maxCallsInFlight,
    statementTimeoutMs: own.statementTimeoutMs,
    tracing: own.tracing,
  });
  await lyceum.start();
  return {
    clock,
    port: lyceum.port,
    consoleUrl: `http://127.0.0.1:${lyceum.port}`,
    addresses: { GRPC_URL: `127.0.0.1:${lyceum.grpcPort}` },
    lyceum,
    call: (actor) => callAs(lyceum.system.router, actor),
    callAt(name, actor) {
      const service = lyceum.system.services.find((each) => each.name === name);
      return callAs({ transportOf: () => present(service, name) }, actor);
    },
    stop: () => lyceum.stop(),
  };
}

/**
 * How the services are called: with message objects, over plain gRPC, or over multiplexed streams as between processes.
 */
const TRANSPORTS = {
  direct: undefined,
  grpc: (port: number) => grpcTransport(`127.0.0.1:${port}`),
  mux: (port: number) => muxTransport({ targets: [{ host: '127.0.0.1', port }] }),
};

const NO_LIMITS: AdmissionLimits = {
  requestsInFlight: 100_000,
  // As in production: tests that flood wait longer.
  costInFlight: defaultAdmissionLimits.costInFlight,
  waitMs: 600_000,
  eventLoopDelayMs: 0,
  heapBytes: 0,
  memoryBytes: 0,
  readBytesPerSecond: 0,
  readGraceMs: 1_000,
};
