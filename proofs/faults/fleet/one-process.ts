import { randomInt } from 'node:crypto';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { portsOf, productionEnvironment, spawnOneProcess } from '../../../test/support/process/one-process.ts';
import type { Program } from '../../../test/support/process/program.ts';
import type { Ports } from '../../../test/support/process/service-process.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import type { UserServer } from '../../../test/support/user-server.ts';
import { durablePostgres } from './layouts.ts';
import { SERVICES, type Service } from './parts.ts';
import {
  type Env,
  errorLinesOf,
  inContainerOf,
  type Platform,
  type PlatformProcess,
  PORTS,
  productionLimits,
  UNPACED,
} from './platform.ts';

/** Everything in one process as `deploy/one-process` runs it, with the same limits, on its own durable PostgreSQL. */
export class OneProcess implements Platform {
  readonly urls: readonly [string];
  readonly ports: Ports;
  readonly on: { readonly postgres: UserServer };
  readonly #scope: TestScope;
  readonly #environment: Env;
  /** All processes that were launched; the last one may run. */
  readonly #programs: Program[] = [];
  #metricsPort = 0;

  private constructor(scope: TestScope, postgres: UserServer, environment: Env) {
    this.on = { postgres };
    this.#scope = scope;
    this.#environment = environment;
    this.urls = [`http://127.0.0.1:${environment.PORT}`];
    this.ports = new Map(SERVICES.map((name) => [name, Number(environment.GRPC_PORT)]));
  }

  /** Starts everything with empty databases. @param gateway variables of the gateway in addition to its defaults */
  static async start(scope: TestScope, gateway: Env): Promise<OneProcess> {
    const postgres = await durablePostgres(scope);
    const port = await findFreePort(randomInt(...PORTS));
    const environment = {
      ...productionEnvironment((service) => postgres.url(service)),
      // The receiver of webhooks has no certificate.
      NODE_ENV: '',
      // Where the console's forms are sent from.
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      GRPC_PORT: String(await findFreePort(port + 1)),
      ...UNPACED,
      ...inContainerOf(MEMORY_MIB),
      ...productionLimits(MEMORY_MIB),
      ...gateway,
    };
    const platform = new OneProcess(scope, postgres, environment);
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
    return this.urls[0];
  }

  get errorLines(): string[] {
    return this.#programs.flatMap((program) => errorLinesOf('lyceum', program));
  }

  databaseUrl(service: Service): string {
    return this.on.postgres.url(service);
  }
}

/** `MemoryMax` of `deploy/one-process/lyceum.service`. */
const MEMORY_MIB = 1_024;
