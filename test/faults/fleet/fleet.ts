import { randomBytes, randomInt } from 'node:crypto';
import { findFreePort } from '../../../dev/embedded-postgres/free-port.ts';
import { peerVariable } from '../../../platform/process/peers.ts';
import type { Program } from '../../support/program.ts';
import { type Ports, portOf, spawnGateway, spawnService } from '../../support/service-process.ts';
import { TcpProxy } from '../../support/tcp-proxy.ts';
import type { TestScope } from '../../support/test-scope.ts';
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

type Env = Readonly<Record<string, string>>;

interface FleetOptions<On extends Infrastructure> {
  readonly layout: Layout<On>;
  readonly hasProxies: boolean;
  readonly gateway: Env;
  readonly replicas?: 1 | 2;
  readonly root?: string;
}

/** Ways that can be made slow: from the gateways to services, and from a service to its database. */
interface Proxies {
  readonly scheduling: TcpProxy;
  readonly timetracking: TcpProxy;
  readonly directoryDatabase: TcpProxy;
}

/** The platform as in production on one machine: six services and two gateways in processes of their own, with PostgreSQL and NATS that are theirs. */
export class Fleet<On extends Infrastructure = Infrastructure> implements Platform {
  /** What it stands on. */
  readonly on: On;
  #proxies: Proxies | undefined;
  readonly #scope: TestScope;
  readonly #gateway: Env;
  readonly #ports = new Map<Part, number>();
  readonly #programs = new Map<Part, Program>();
  /** The gateways' addresses, in a list that changes with them. */
  readonly urls: string[] = [];
  /** Those before them too. */
  readonly #all: (readonly [name: string, program: Program])[] = [];
  readonly #cursorKeys = `k:${randomBytes(32).toString('base64url')}`;

  private constructor(
    scope: TestScope,
    parts: {
      readonly on: On;
      readonly gateway: Env;
    },
  ) {
    this.#scope = scope;
    this.on = parts.on;
    this.#gateway = parts.gateway;
  }

  /**
   * Starts everything, with empty databases; the test scope ends it.
   * @param layout of databases and NATS
   * @param hasProxies whether there are ways that can be made slow, which cost every request something
   * @param gateway what gateways are to be told beside what they are in production
   * @param replicas how many processes each service has, 1 by default
   * @param root the folder of the source of the release that is started, where that is not the one under test; it ends with a slash. A second
   *   process of each service may be launched beside the first then
   */
  static async start<On extends Infrastructure>(
    scope: TestScope,
    { layout, hasProxies, gateway, replicas, root }: FleetOptions<On>,
  ): Promise<Fleet<On>> {
    const on = await layout.start(scope);
    await migrateAll(on, root);
    const fleet = new Fleet(scope, { on, gateway });
    const seconds = SERVICES.map((name): Replica => `${name}-2`);
    await fleet.#takePorts([...SERVICES, ...GATEWAYS, ...(replicas === 2 || root !== undefined ? seconds : [])]);
    if (hasProxies) fleet.#proxies = await startProxies(scope, on, fleet.ports);
    fleet.urls.push(...GATEWAYS.map((name) => fleet.urlOf(name)));
    const parts: readonly Part[] = [...SERVICES, ...(replicas === 2 ? seconds : []), ...GATEWAYS];
    await Promise.all(parts.map((name) => fleet.launch(name, root)));
    return fleet;
  }

  /** What can be made slow. */
  get proxies(): Proxies {
    if (!this.#proxies) throw new Error('this fleet has no ways that can be made slow');
    return this.#proxies;
  }

  /** The address of a gateway. */
  urlOf(gateway: Gateway): string {
    return `http://127.0.0.1:${this.#ports.get(gateway)}`;
  }

  /** Where the first process of each service answers. */
  get ports(): Ports {
    return new Map(SERVICES.map((name) => [name, this.#ports.get(name) ?? 0]));
  }

  /** The superuser's URL of a service's database, past everything that slows or pools. */
  databaseUrl(service: Service): string {
    return this.on.databaseUrl(service);
  }

  /** Starts a process where it was before, and waits until it is ready. @param root the folder of its source, where that is not the one under test */
  async launch(name: Part, root?: string): Promise<void> {
    if (!this.#ports.has(name)) await this.#takePorts([name]);
    const program = this.#scope.run(this.#spawn(name, root));
    this.#programs.set(name, program);
    this.#all.push([name, program]);
    await portOf(program);
  }

  /** Ends a process at once; resolves when it is gone. */
  async kill(name: Part): Promise<void> {
    this.signal(name, 'SIGKILL');
    await this.#programs.get(name)?.exited;
  }

  signal(name: Part, signal: NodeJS.Signals): void {
    this.#programs.get(name)?.kill(signal);
  }

  /** A process that was launched. */
  program(name: Part): Program {
    const program = this.#programs.get(name);
    if (!program) throw new Error(`${name} was not launched`);
    return program;
  }

  isRunning(name: Part): boolean {
    return this.#programs.get(name)?.isRunning ?? false;
  }

  /** Where the processes that run show their measures. */
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

  /** The errors that the processes have logged. */
  get errorLines(): string[] {
    return this.#all.flatMap(([name, program]) => errorLinesOf(name, program));
  }

  async #takePorts(parts: readonly Part[]): Promise<void> {
    for (const part of parts) this.#ports.set(part, await findFreePort(randomInt(...PORTS)));
  }

  /** Where callers find services that have two processes. */
  get #pairs(): Env {
    const pairs = SERVICES.filter((name) => this.#ports.has(`${name}-2`)).map((name) => {
      const addresses = ([name, `${name}-2`] as const).map((replica) => `127.0.0.1:${this.#ports.get(replica)}`);
      return [peerVariable(name), addresses.join(',')];
    });
    return Object.fromEntries(pairs);
  }

  #spawn(name: Part, root?: string): Program {
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
        ...inContainerOf(memoryMiB),
        MAX_MEMORY_MB: String(Math.floor(memoryMiB * MEMORY_PART)),
        ...this.#natsOf('gateway'),
        REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
        ...this.#gateway,
      };
      return spawnGateway(ports, env, root);
    }
    const service = serviceOf(name);
    const database = this.on.databaseOf(service);
    const databaseUrl = new URL(database.databaseUrl);
    if (service === 'directory' && this.#proxies) databaseUrl.port = String(this.#proxies.directoryDatabase.port);
    const own = { GRPC_PORT: String(this.#ports.get(name)), ...this.#pairs };
    const env = { ...this.#natsOf(service), ...inContainerOf(memoryMiB), ...own };
    return spawnService({ ...database, service, databaseUrl: databaseUrl.href, root }, this.ports, env);
  }

  #natsOf(user: string): Env {
    const { natsCa } = this.on;
    return { NATS_URL: this.on.natsUrl(user), ...(natsCa === undefined ? {} : { NATS_TLS_CA: natsCa }) };
  }
}

/** The part of the platform, by its name in `deploy/`, that a process is one of. */
function partOf(name: string): string {
  return name.replace(/-\d+$/, '');
}

async function startProxies(scope: TestScope, on: Infrastructure, ports: Ports): Promise<Proxies> {
  const proxyTo = async (portOf: () => number) => {
    const proxy = await TcpProxy.to(portOf);
    scope.onClear(() => proxy.close());
    return proxy;
  };
  return {
    scheduling: await proxyTo(() => ports.get('scheduling') ?? 0),
    timetracking: await proxyTo(() => ports.get('timetracking') ?? 0),
    directoryDatabase: await proxyTo(() => Number(new URL(on.databaseOf('directory').databaseUrl).port)),
  };
}

/** Of a container's memory, as a gateway finds it out where it runs in one. */
const MEMORY_PART = 0.88;
/** Below the ephemeral ports: the port of a killed process stays free for its successor. */
const PORTS = [20_000, 32_000] as const;
/** Short, so that a fault need not last long to outlast requests. */
const REQUEST_TIMEOUT_MS = 5_000;
