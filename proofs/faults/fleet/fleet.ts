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
import type { TestScope } from '../../../test/support/test-scope.ts';
import { errorLinesOf } from './error-lines.ts';
import type { Infrastructure, Layout } from './infrastructure.ts';
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
import type { Platform, PlatformProcess } from './platform.ts';
import { inContainerOf, podMemoryMiB } from './pods.ts';
import { PRODUCTION_LIMITS } from './production-limits.ts';
import { type Proxies, startProxies } from './proxies.ts';

type Env = Readonly<Record<string, string>>;

interface FleetOptions<On extends Infrastructure> {
  readonly layout: Layout<On>;
  readonly hasProxies: boolean;
  readonly gateway: Env;
  readonly replicas?: 1 | 2;
  readonly root?: string;
  readonly variables?: ReadonlySet<string> | undefined;
  readonly recording?: Env | undefined;
}

/**
 * The platform as in production, on one machine: eight services and two gateways in separate processes, with their own
 * PostgreSQL and NATS.
 */
export class Fleet<On extends Infrastructure = Infrastructure> implements Platform {
  /** The databases and NATS that the platform uses. */
  readonly on: On;
  #proxies: Proxies | undefined;
  readonly #scope: TestScope;
  readonly #gateway: Env;
  readonly #variables: ReadonlySet<string> | undefined;
  readonly #recording: Env | undefined;
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
    this.#gateway = options.gateway;
    this.#variables = options.variables;
    this.#recording = options.recording;
  }

  /**
   * Starts everything with empty databases. The test scope stops it.
   * @param layout the layout of databases and NATS
   * @param hasProxies whether there are proxies that can slow down links; they cost every request some time
   * @param gateway environment variables of the gateways in addition to those of production
   * @param replicas the number of processes per service, 1 by default
   * @param root the source folder of the release to start, if it is not the one under test; it ends with a slash. A
   * second process of each service may then be launched beside the first
   * @param variables the only variables that processes get; all by default
   * @param recording what makes them record the branches that they enter
   */
  static async start<On extends Infrastructure>(scope: TestScope, options: FleetOptions<On>): Promise<Fleet<On>> {
    const { layout, hasProxies, replicas, root } = options;
    const on = await layout.start(scope);
    await migrateAll(on, root);
    const fleet = new Fleet(scope, on, options);
    const seconds = SERVICES.map((name): Replica => `${name}-2`);
    await fleet.#takePorts([...SERVICES, ...GATEWAYS, ...(replicas === 2 || root !== undefined ? seconds : [])]);
    if (hasProxies) fleet.#proxies = await startProxies(scope, on, fleet.ports);
    fleet.urls.push(...GATEWAYS.map((name) => fleet.urlOf(name)));
    const parts: readonly Part[] = [...SERVICES, ...(replicas === 2 ? seconds : []), ...GATEWAYS];
    await Promise.all(parts.map((name) => fleet.launch(name, root)));
    return fleet;
  }

  /** The proxies of this fleet. Throws if it has none. */
  get proxies(): Proxies {
    if (!this.#proxies) throw new Error('this fleet has no ways that can be made slow');
    return this.#proxies;
  }

  urlOf(gateway: Gateway): string {
    return `http://127.0.0.1:${this.#ports.get(gateway)}`;
  }

  /** The port of the first process of each service. */
  get ports(): Ports {
    return new Map(SERVICES.map((name) => [name, this.#ports.get(name) ?? 0]));
  }

  /** The superuser's URL of a service's database. It bypasses proxies and poolers. */
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
    return `http://127.0.0.1:${this.#ports.get('console')}`;
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

  /** The errors that all processes have logged. */
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
    const release = { root, variables: this.#variables };
    const memoryMiB = podMemoryMiB(partOf(name));
    if (isGateway(name)) {
      const ports = new Map(this.ports);
      for (const service of ['scheduling', 'timetracking'] as const) {
        if (this.#proxies) ports.set(service, this.#proxies[service].port);
      }
      const own = { PORT: String(this.#ports.get(name)), CURSOR_KEYS: this.#cursorKeys, ...this.#pairs };
      const env = {
        ...own,
        ...PRODUCTION_LIMITS,
        ...inContainerOf(memoryMiB, this.#recording),
        MAX_MEMORY_MB: String(Math.floor(memoryMiB * MEMORY_PART)),
        ...this.#natsOf('gateway'),
        REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
        ...this.on.clocks?.environmentOf(name),
        ...this.#gateway,
      };
      return spawnGateway(ports, env, release);
    }
    if (name === 'console') {
      const env = { PUBLIC_URL: this.urls[0] ?? '', ...inContainerOf(memoryMiB, this.#recording) };
      return spawnConsole(this.ports, this.#ports.get(name) ?? 0, env);
    }
    const service = serviceOf(name);
    const database = this.on.databaseOf(service);
    const databaseUrl = new URL(database.databaseUrl);
    if (service === 'directory' && this.#proxies) databaseUrl.port = String(this.#proxies.directoryDatabase.port);
    // The traffic of one institution is that of many.
    const unpaced = { MAX_DELIVERIES_PER_MINUTE: '1000000' };
    const own = { GRPC_PORT: String(this.#ports.get(name)), ...this.#pairs, ...unpaced };
    const env = {
      ...this.#natsOf(service),
      ...inContainerOf(memoryMiB, this.#recording),
      ...this.on.clocks?.environmentOf(name),
      ...own,
    };
    return spawnService({ ...database, service, databaseUrl: databaseUrl.href }, this.ports, env, release);
  }

  #natsOf(user: string): Env {
    const { natsCa } = this.on;
    return { NATS_URL: this.on.natsUrl(user), ...(natsCa === undefined ? {} : { NATS_TLS_CA: natsCa }) };
  }
}

/** The part of the platform that a process belongs to, by its name in `deploy/`. */
function partOf(name: string): string {
  return name.replace(/-\d+$/, '');
}

/** The share of a container's memory that a gateway uses as its limit when it runs in a container. */
const MEMORY_PART = 0.88;
/** Below the ephemeral ports, so that the port of a killed process stays free for its successor. */
const PORTS = [20_000, 32_000] as const;
/** Short, so that a brief fault is enough to make requests time out. */
const REQUEST_TIMEOUT_MS = 5_000;
