import { randomInt } from 'node:crypto';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { portsOf, productionEnvironment, spawnOneProcess } from '../../../test/support/process/one-process.ts';
import type { Program } from '../../../test/support/process/program.ts';
import type { Ports } from '../../../test/support/process/service-process.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { UserServer } from '../../../test/support/user-server.ts';
import { errorLinesOf } from './error-lines.ts';
import { SERVICES, type Service } from './parts.ts';
import type { Platform, PlatformProcess } from './platform.ts';
import { inContainerOf } from './pods.ts';
import { PRODUCTION_LIMITS } from './production-limits.ts';

/** Everything in one process as `deploy/one-process` runs it, with the same limits, on its own durable PostgreSQL. */
export class OneProcess implements Platform {
  readonly urls: readonly string[];
  readonly ports: Ports;
  readonly postgres: UserServer;
  readonly #scope: TestScope;
  readonly #environment: Readonly<Record<string, string>>;
  /** All processes that were launched; the last one may run. */
  readonly #programs: Program[] = [];
  #metricsPort = 0;

  private constructor(
    scope: TestScope,
    { postgres, environment }: { postgres: UserServer; environment: Readonly<Record<string, string>> },
  ) {
    this.postgres = postgres;
    this.#scope = scope;
    this.#environment = environment;
    this.urls = [`http://127.0.0.1:${environment.PORT}`];
    this.ports = new Map(SERVICES.map((name) => [name, Number(environment.GRPC_PORT)]));
  }

  /**
   * Starts everything with empty databases. The test scope stops it.
   * @param gateway environment variables of the gateway in addition to its defaults
   */
  static async start(scope: TestScope, gateway: Readonly<Record<string, string>>): Promise<OneProcess> {
    const postgres = await UserServer.start(true);
    scope.onClear(() => postgres.stop());
    await postgres.ensureDatabases([...SERVICES]);
    const port = await findFreePort(randomInt(...PORTS));
    const environment = {
      ...productionEnvironment((service) => postgres.url(service)),
      // The receiver of webhooks has no certificate.
      NODE_ENV: '',
      // Where the console's forms are sent from.
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      GRPC_PORT: String(await findFreePort(port + 1)),
      // The traffic of one institution is that of many.
      MAX_DELIVERIES_PER_MINUTE: '1000000',
      MAX_MEMORY_MB: String(Math.floor(MEMORY_MIB * MEMORY_PART)),
      ...inContainerOf(MEMORY_MIB),
      ...PRODUCTION_LIMITS,
      ...gateway,
    };
    const platform = new OneProcess(scope, { postgres, environment });
    await platform.launch();
    return platform;
  }

  /** Starts the process on its ports, and waits until it is ready. */
  async launch(): Promise<void> {
    const program = this.#scope.run(spawnOneProcess(this.#environment));
    this.#programs.push(program);
    this.#metricsPort = (await portsOf(program)).metricsPort;
  }

  get metricsUrl(): string {
    return `http://127.0.0.1:${this.#metricsPort}/metrics`;
  }

  /** Kills the process. Resolves when it has exited. */
  async kill(): Promise<void> {
    const program = this.#programs.at(-1);
    program?.kill('SIGKILL');
    await program?.exited;
  }

  get processes(): PlatformProcess[] {
    return this.#programs.slice(-1).map(({ child, isRunning }) => {
      return { name: 'lyceum', pid: child.pid ?? 0, isRunning, memoryMiB: MEMORY_MIB };
    });
  }

  /** It has it in the process. */
  async startConsole(): Promise<string> {
    return this.urls[0] ?? '';
  }

  get errorLines(): string[] {
    return this.#programs.flatMap((program) => errorLinesOf('lyceum', program));
  }

  databaseUrl(service: Service): string {
    return this.postgres.url(service);
  }
}

/** `MemoryMax` of `deploy/one-process/lyceum.service`. */
const MEMORY_MIB = 1_024;
/** The share of it that the process uses as its limit when it runs in a container. */
const MEMORY_PART = 0.88;
/** Below the ephemeral ports, so that the port of a killed process stays free for its successor. */
const PORTS = [20_000, 32_000] as const;
