import { randomBytes, randomInt } from 'node:crypto';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { peerVariable } from '../../../platform/process/peers.ts';
import type { Program } from '../../../test/support/process/program.ts';
import {
  type Ports,
  portOf,
  spawnConsole,
  spawnGateway,
  spawnService,
} from '../../../test/support/process/service-process.ts';
import { TcpProxy } from '../../../test/support/tcp-proxy.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import type { Infrastructure, Layout } from './layouts.ts';
import { migrateAll } from './migrate-all.ts';
import {
  GATEWAYS,
  type Gateway,
  isGateway,
  type Part,
  type Replica,
  SERVICES,
  type Service,
  serviceOf,
} from './parts.ts';
import {
  type Env,
  errorLinesOf,
  inContainerOf,
  type Platform,
  type PlatformProcess,
  PORTS,
  podMemoryMiB,
  productionLimits,
  UNPACED,
} from './platform.ts';

interface FleetOptions<On extends Infrastructure> {
  readonly layout: Layout<On>;
  /** Whether there are proxies that can slow down links; they cost every request some time. */
  readonly hasProxies: boolean;
  /** Variables of the gateways in addition to those of production. */
  readonly gateway: Env;
  /** The number of processes per service, 1 by default. */
  readonly replicas?: 1 | 2;
  /**
   * The source folder of the release to start, if it is not the one under test; it ends with a slash. A second process
   * of each service may then be launched beside the first.
   */
  readonly root?: string;
  /** The only variables that processes get; all by default. */
  readonly variables?: ReadonlySet<string> | undefined;
  /** What makes them record the branches that they enter. */
  readonly recording?: Env | undefined;
}

/** The platform as in production, on one machine: eight services and two gateways in separate processes. */
export class Fleet<On extends Infrastructure = Infrastructure> implements Platform {
  /** The databases and NATS that the platform uses. */
  readonly on: On;
  /** Where links can be slowed down: from the gateways to services, and from a service to its database. */
  readonly proxies = new Map<string, TcpProxy>();
  readonly #scope: TestScope;
  readonly #options: FleetOptions<On>;
  readonly #ports = new Map<Part, number>();
  readonly #programs = new Map<Part, Program>();
  /** The gateways' addresses. The list changes when the gateways change. */
  readonly urls: string[] = [];
  /** All processes that were launched, including those that have ended. */
  readonly #all: (readonly [name: string, program: Program])[] = [];
  readonly #cursorKeys = `k:${randomBytes(32).toString('base64url')}`;

  private constructor(scope: TestScope, on: On, options: FleetOptions<On>) {
    this.#scope = scope;
    this.on = on;
    this.#options = options;
  }

  /** Starts everything with empty databases. The test scope stops it. */
  static async start<On extends Infrastructure>(scope: TestScope, options: FleetOptions<On>): Promise<Fleet<On>> {
    const { layout, hasProxies, replicas, root } = options;
    const on = await layout(scope);
    await migrateAll(on, root);
    const fleet = new Fleet(scope, on, options);
    const seconds = SERVICES.map((name): Replica => `${name}-2`);
    await fleet.#takePorts([...SERVICES, ...GATEWAYS, ...(replicas === 2 || root !== undefined ? seconds : [])]);
    if (hasProxies) {
      for (const name of ['scheduling', 'timetracking'])
        fleet.proxies.set(name, await TcpProxy.to(() => fleet.ports.get(name) ?? 0));
      const database = () => Number(new URL(on.databaseOf('directory').databaseUrl).port);
      fleet.proxies.set('database of directory', await TcpProxy.to(database));
      for (const proxy of fleet.proxies.values()) scope.onClear(() => proxy.close());
    }
    fleet.urls.push(...GATEWAYS.map((name) => fleet.urlOf(name)));
    const parts: readonly Part[] = [...SERVICES, ...(replicas === 2 ? seconds : []), ...GATEWAYS];
    await Promise.all(parts.map((name) => fleet.launch(name, root)));
    return fleet;
  }

  urlOf(part: Gateway | 'console'): string {
    return `http://127.0.0.1:${this.#ports.get(part)}`;
  }

  /** The port of the first process of each service. */
  get ports(): Ports {
    return new Map(SERVICES.map((name) => [name, this.#ports.get(name) ?? 0]));
  }

  databaseUrl(service: Service): string {
    return this.on.databaseUrl(service);
  }

  /**
   * Starts a process on its previous port and waits until it is ready.
   * @param root the folder of its source, if that is not the one under test
   */
  async launch(name: Part, root?: string): Promise<void> {
    if (!this.#ports.has(name)) await this.#takePorts([name]);
    const program = this.#scope.run(this.#spawn(name, root));
    this.#programs.set(name, program);
    this.#all.push([name, program]);
    await portOf(program);
  }

  async startConsole(): Promise<string> {
    if (!this.isRunning('console')) await this.launch('console');
    return this.urlOf('console');
  }

  /** Kills a process. Resolves when it has exited. */
  async kill(name: Part): Promise<void> {
    this.signal(name, 'SIGKILL');
    await this.#programs.get(name)?.exited;
  }

  signal(name: Part, signal: NodeJS.Signals): void {
    this.#programs.get(name)?.kill(signal);
  }

  /** The last process that was launched under this name. */
  program(name: Part): Program {
    const program = this.#programs.get(name);
    if (!program) throw new Error(`${name} was not launched`);
    return program;
  }

  isRunning(name: Part): boolean {
    return this.#programs.get(name)?.isRunning ?? false;
  }

  /** The metrics endpoints of the running processes. */
  get metricsUrls(): string[] {
    const running = [...this.#programs.values()].filter(({ isRunning }) => isRunning);
    const ports = running.map(({ stdout }) => /"metricsPort":(\d+)/.exec(stdout)?.[1]);
    return ports.map((port) => `http://127.0.0.1:${port}/metrics`);
  }

  get processes(): PlatformProcess[] {
    return [...this.#programs].map(([name, { child, isRunning }]) => {
      return { name, pid: child.pid ?? 0, isRunning, memoryMiB: podMemoryMiB(partOf(name)) };
    });
  }

  get errorLines(): string[] {
    return this.#all.flatMap(([name, program]) => errorLinesOf(name, program));
  }

  async #takePorts(parts: readonly Part[]): Promise<void> {
    for (const part of parts) this.#ports.set(part, await findFreePort(randomInt(...PORTS)));
  }

  /** The addresses of the services that have two processes, as environment variables for callers. */
  get #pairs(): Env {
    const pairs = SERVICES.filter((name) => this.#ports.has(`${name}-2`)).map((name) => {
      const addresses = ([name, `${name}-2`] as const).map((replica) => `127.0.0.1:${this.#ports.get(replica)}`);
      return [peerVariable(name), addresses.join(',')];
    });
    return Object.fromEntries(pairs);
  }

  #spawn(name: Part, root?: string): Program {
    const { variables, recording, gateway } = this.#options;
    const { natsCa, clocks } = this.on;
    const memoryMiB = podMemoryMiB(partOf(name));
    const port = this.#ports.get(name) ?? 0;
    const contained = { ...inContainerOf(memoryMiB, recording), ...clocks?.environmentOf(name) };
    if (name === 'console') return spawnConsole(this.ports, port, { PUBLIC_URL: this.urls[0] ?? '', ...contained });
    const service = isGateway(name) ? 'gateway' : serviceOf(name);
    const common = {
      ...{ ...contained, ...this.#pairs, NATS_URL: this.on.natsUrl(service) },
      ...(natsCa === undefined ? {} : { NATS_TLS_CA: natsCa }),
    };
    if (service === 'gateway') {
      const ports = new Map(this.ports);
      for (const [to, proxy] of this.proxies) if (ports.has(to)) ports.set(to, proxy.port);
      const own = { PORT: String(port), CURSOR_KEYS: this.#cursorKeys, REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) };
      return spawnGateway(
        ports,
        { ...common, ...own, ...productionLimits(memoryMiB), ...gateway },
        { root, variables },
      );
    }
    const database = this.on.databaseOf(service);
    const databaseUrl = new URL(database.databaseUrl);
    const proxy = this.proxies.get(`database of ${service}`);
    if (proxy) databaseUrl.port = String(proxy.port);
    const address = { ...database, service, databaseUrl: databaseUrl.href };
    return spawnService(address, this.ports, { ...common, GRPC_PORT: String(port), ...UNPACED }, { root, variables });
  }
}

/** The part of the platform that a process belongs to, by its name in `deploy/`. */
function partOf(name: string): string {
  return name.replace(/-\d+$/, '');
}

/** Short, so that a brief fault is enough to make requests time out. */
const REQUEST_TIMEOUT_MS = 5_000;
