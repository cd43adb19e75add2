import { newCursorKey } from '../../../gateway/cursor/cursor-keys.ts';
import { systemIds } from '../../../services/chassis/ids.ts';
import { silentLogger } from '../../../services/chassis/log.ts';
import { FakeClock } from '../../../services/chassis/testing/fake-clock.ts';
import { Lyceum } from '../../../system/lyceum.ts';
import type { Platform, PlatformOptions, Transport } from './platform.ts';

/** The platform in this process. */
export async function startOneProcess(options: PlatformOptions): Promise<Platform> {
  const { databaseUrl, log, transport, requestTimeoutMs, publicUrl, errorsBaseUrl } = options;
  const clock = new FakeClock(options.startsAt);
  const lyceum = await Lyceum.create({
    databaseUrl,
    clock,
    ids: systemIds,
    log: log ?? silentLogger,
    grpcAddress: '127.0.0.1:0',
    transport: transport ?? transportOfEnvironment(),
    gateway: {
      host: '127.0.0.1',
      port: 0,
      cursorKeys: [newCursorKey()],
      requestTimeoutMs,
      publicUrl,
      errorsBaseUrl,
    },
  });
  await lyceum.start();
  return {
    clock,
    port: lyceum.port,
    addresses: { GRPC_URL: `127.0.0.1:${lyceum.grpcPort}` },
    lyceum,
    call: (actor) => lyceum.call(actor),
    stop: () => lyceum.stop(),
  };
}

function transportOfEnvironment(): Transport {
  const name = process.env.TEST_TRANSPORT || 'direct';
  if (name === 'direct' || name === 'grpc' || name === 'mux') return name;
  throw new Error(`TEST_TRANSPORT is ${name}, and no transport`);
}
