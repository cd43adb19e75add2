import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { services } from '../../../deploy/installation/services.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { placesOf } from '../../../one-process/placed-services.ts';
import { ServiceRouter } from '../../../platform/calls/service-router.ts';
import { FIRST_SERVER, nameAt } from '../../../platform/data/placements.ts';
import { closeAll, peersFrom } from '../../../platform/process/peers.ts';
import { callAs } from '../call-as.ts';
import { TestNats } from '../nats/nats-server.ts';
import type { Program } from '../process/program.ts';
import { addressesOf, portOf, spawnConsole, spawnGateway, spawnService } from '../process/service-process.ts';
import { TestScope } from '../test-scope.ts';
import { until } from '../until.ts';
import type { Platform, PlatformOptions } from './platform.ts';
import { SharedClock } from './shared-clock.ts';

/** In start order: services that others call come first, since their ports are not known before, but for two. */
const STAGES = [
  ['locations', 'webhooks', 'activity'],
  ['directory'],
  ['scheduling', 'curricula', 'timetracking'],
  ['identity'],
];

/**
 * The platform as in production: each program in its own process, with NATS between them, and none of them in this
 * process.
 */
export async function startProcesses(options: PlatformOptions): Promise<Platform> {
  const { transport, log, admission, maxCallsInFlight, statementTimeoutMs, tracing, logRequests } = options.own;
  const { consoleLimits, writtenBytesPerDay } = options.own;
  const limits = [admission, maxCallsInFlight, statementTimeoutMs, consoleLimits, writtenBytesPerDay];
  const own = [transport, log, tracing, logRequests, ...limits];
  if (own.some((option) => option !== undefined))
    throw new Error('the test sets options that are only available in one process: see describeInOneProcess');
  const scope = new TestScope();
  try {
    return await launch(options, scope);
  } catch (error) {
    await scope.clear();
    throw error;
  }
}

async function launch(options: PlatformOptions, scope: TestScope): Promise<Platform> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-clock-'));
  scope.onClear(() => rm(folder, { recursive: true, force: true }));
  const clock = new SharedClock(options.startsAt, join(folder, 'clock'));
  scope.onClear(async () => clock.close());
  const nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());

  const consolePort = await findFreePort(null);
  const CONSOLE_URL = `http://127.0.0.1:${consolePort}/console`;
  const shared = { ERASURE_JOURNAL: options.journal, ...clock.environment, ...options.email, CONSOLE_URL };
  const environmentOf = (name: string) => ({ ...shared, NATS_URL: nats.urlOf(name) });
  const ports = new Map<string, number>();
  // Directory calls them, and they call directory.
  const called = ['identity', ...[FIRST_SERVER, ...options.servers].map((server) => nameAt('timetracking', server))];
  for (const name of called) ports.set(name, await findFreePort(null));
  const programs: Program[] = [];
  for (const stage of STAGES) {
    const definitions = services.filter(({ name }) => stage.includes(name));
    const started = placesOf(definitions, options.servers).map(({ definition: { name: service }, server }) => {
      const name = nameAt(service, server);
      const address = { service, server, ...options.databaseOf(name) };
      const program = scope.run(spawnService(address, ports, environmentOf(service)));
      programs.push(program);
      return [name, program] as const;
    });
    for (const [name, program] of started) ports.set(name, await portOf(program));
  }
  const gateway = scope.run(spawnGateway(ports, { ...environmentOf('gateway'), ...gatewayVariables(options) }));
  const port = await portOf(gateway);
  const publicUrl = options.publicUrl ?? `http://localhost:${port}`;
  const console = scope.run(spawnConsole(ports, consolePort, { ...clock.environment, PUBLIC_URL: publicUrl }));
  await portOf(console);
  await until('readiness', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200);

  const addresses = addressesOf(ports);
  const router = new ServiceRouter();
  const { serverOf } = options;
  const remotes = peersFrom(
    services.map(({ name }) => name),
    addresses,
    router,
    { serverOf },
  );
  return {
    clock,
    port,
    consoleUrl: `http://127.0.0.1:${consolePort}`,
    addresses,
    lyceum: undefined,
    call: (actor) => callAs(router, actor),
    callAt(name, actor) {
      const at = new ServiceRouter();
      const [service = ''] = name.split('@');
      remotes.push(...peersFrom([service], addressesOf(new Map([[service, ports.get(name) ?? 0]])), at));
      return callAs(at, actor);
    },
    async stop() {
      closeAll(remotes);
      try {
        await Promise.all([gateway, console].map(endInOrder));
        await Promise.all(programs.map(endInOrder));
      } finally {
        await scope.clear();
      }
    },
  };
}

function gatewayVariables({ requestTimeoutMs, publicUrl, errorsBaseUrl }: PlatformOptions): Record<string, string> {
  return {
    REQUEST_TIMEOUT_MS: String(requestTimeoutMs),
    ...(publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl }),
    ...(errorsBaseUrl === undefined ? {} : { ERRORS_BASE_URL: errorsBaseUrl }),
  };
}

/** A process of the platform exits with 0 when stopped, and never writes to standard error. */
async function endInOrder(program: Program): Promise<void> {
  program.kill('SIGTERM');
  const { code, signal } = await program.exited;
  if (code !== 0 || program.stderr !== '') throw new Error(`ended with ${code ?? signal}: ${program.stderr}`);
}
