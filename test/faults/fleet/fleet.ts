import { randomBytes, randomInt } from 'node:crypto';
import { findFreePort } from '../../../dev/embedded-postgres/free-port.ts';
import { services } from '../../../installation/services.ts';
import { migrate } from '../../../platform/data/migrate.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import type { Program } from '../../support/program.ts';
import { type Ports, portOf, spawnGateway, spawnService } from '../../support/service-process.ts';
import { TcpGate } from '../../support/tcp-gate.ts';
import type { Workbench } from '../../support/workbench.ts';
import { errorLinesOf } from './error-lines.ts';
import type { Infrastructure, Layout } from './infrastructure.ts';
import { GATEWAYS, type Gateway, SERVICES, type Service } from './parts.ts';
import type { Platform, PlatformProcess } from './platform.ts';
import { inContainerOf, podMemoryMiB } from './pods.ts';
import { PRODUCTION_LIMITS } from './production-limits.ts';

type Env = Readonly<Record<string, string>>;

interface FleetOptions<On extends Infrastructure> {
  readonly layout: Layout<On>;
  readonly hasWays: boolean;
  readonly gateway: Env;
}

/** Ways that can be made slow: from the gateways to services, and from a service to its database. */
interface Ways {
  readonly scheduling: TcpGate;
  readonly timetracking: TcpGate;
  readonly directoryDatabase: TcpGate;
}

/** The platform as in production on one machine: six services and two gateways in processes of their own, with PostgreSQL and NATS that are theirs. */
export class Fleet<On extends Infrastructure = Infrastructure> implements Platform {
  /** What it stands on. */
  readonly on: On;
  readonly #ways: Ways | undefined;
  readonly #bench: Workbench;
  readonly #gateway: Env;
  readonly #ports: ReadonlyMap<string, number>;
  readonly #programs = new Map<string, Program>();
  /** Those before them too. */
  readonly #all: (readonly [name: string, program: Program])[] = [];
  readonly #cursorKeys = `k:${randomBytes(32).toString('base64url')}`;

  private constructor(
    bench: Workbench,
    parts: {
      readonly on: On;
      readonly ways: Ways | undefined;
      readonly ports: Map<string, number>;
      readonly gateway: Env;
    },
  ) {
    this.#bench = bench;
    this.on = parts.on;
    this.#ways = parts.ways;
    this.#ports = parts.ports;
    this.#gateway = parts.gateway;
  }

  /**
   * Starts everything, with empty databases; the workbench ends it.
   * @param layout of databases and NATS
   * @param hasWays whether there are ways that can be made slow, which cost every request something
   * @param gateway what gateways are to be told beside what they are in production
   */
  static async start<On extends Infrastructure>(
    bench: Workbench,
    { layout, hasWays, gateway }: FleetOptions<On>,
  ): Promise<Fleet<On>> {
    const on = await layout.start(bench);
    await Promise.all(
      services.map(({ name, migrations }) =>
        migrate({ databaseUrl: on.databaseUrl(name as Service), migrations, log: silentLogger }),
      ),
    );
    const ports = new Map<string, number>();
    for (const name of [...SERVICES, ...GATEWAYS]) ports.set(name, await findFreePort(randomInt(...PORTS)));
    const ways = hasWays ? await openWays(bench, on, ports) : undefined;
    const fleet = new Fleet(bench, { on, ways, ports, gateway });
    await Promise.all([...SERVICES, ...GATEWAYS].map((name) => fleet.launch(name)));
    return fleet;
  }

  /** What can be made slow. */
  get ways(): Ways {
    if (!this.#ways) throw new Error('this fleet has no ways that can be made slow');
    return this.#ways;
  }

  /** The gateways' addresses. */
  get urls(): readonly string[] {
    return GATEWAYS.map((name) => `http://127.0.0.1:${this.#ports.get(name)}`);
  }

  /** Where the services answer. */
  get ports(): Ports {
    return new Map(SERVICES.map((name) => [name, this.#ports.get(name) ?? 0]));
  }

  /** The superuser's URL of a service's database, past everything that slows or pools. */
  databaseUrl(service: Service): string {
    return this.on.databaseUrl(service);
  }

  /** Starts a process where it was before, and waits until it is ready. */
  async launch(name: Service | Gateway): Promise<void> {
    const program = this.#bench.run(this.#spawn(name));
    this.#programs.set(name, program);
    this.#all.push([name, program]);
    await portOf(program);
  }

  /** Ends a process at once; resolves when it is gone. */
  async kill(name: Service | Gateway): Promise<void> {
    this.signal(name, 'SIGKILL');
    await this.#programs.get(name)?.exited;
  }

  signal(name: Service | Gateway, signal: NodeJS.Signals): void {
    this.#programs.get(name)?.kill(signal);
  }

  get processes(): PlatformProcess[] {
    return [...this.#programs].map(([name, { child, isRunning }]) => {
      return { name, pid: child.pid ?? 0, isRunning, memoryMiB: podMemoryMiB(partOf(name)) };
    });
  }

  /** What the processes have logged as errors, for whoever looks for causes. */
  get errorLines(): string[] {
    return this.#all.flatMap(([name, program]) => errorLinesOf(name, program));
  }

  #spawn(name: Service | Gateway): Program {
    const memoryMiB = podMemoryMiB(partOf(name));
    if (name === 'gateway-1' || name === 'gateway-2') {
      const ports = new Map(this.ports);
      for (const service of ['scheduling', 'timetracking'] as const) {
        if (this.#ways) ports.set(service, this.#ways[service].port);
      }
      const own = { PORT: String(this.#ports.get(name)), CURSOR_KEYS: this.#cursorKeys };
      return spawnGateway(ports, {
        ...own,
        ...PRODUCTION_LIMITS,
        ...inContainerOf(memoryMiB),
        MAX_MEMORY_MB: String(Math.floor(memoryMiB * MEMORY_PART)),
        ...this.#natsOf('gateway'),
        REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
        ...this.#gateway,
      });
    }
    const database = this.on.databaseOf(name);
    const databaseUrl = new URL(database.databaseUrl);
    if (name === 'directory' && this.#ways) databaseUrl.port = String(this.#ways.directoryDatabase.port);
    const env = { ...this.#natsOf(name), ...inContainerOf(memoryMiB) };
    return spawnService({ ...database, service: name, databaseUrl: databaseUrl.href }, this.ports, env);
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

async function openWays(bench: Workbench, on: Infrastructure, ports: Ports): Promise<Ways> {
  const wayTo = async (portOf: () => number) => {
    const gate = await TcpGate.to(portOf);
    bench.onClear(() => gate.close());
    return gate;
  };
  return {
    scheduling: await wayTo(() => ports.get('scheduling') ?? 0),
    timetracking: await wayTo(() => ports.get('timetracking') ?? 0),
    directoryDatabase: await wayTo(() => Number(new URL(on.databaseOf('directory').databaseUrl).port)),
  };
}

/** Of a container's memory, as a gateway finds it out where it runs in one. */
const MEMORY_PART = 0.88;
/** Below those that systems give to whoever wants any: a process that was killed finds its port free. */
const PORTS = [20_000, 32_000] as const;
/** Short, so that a fault need not last long to outlast requests. */
const REQUEST_TIMEOUT_MS = 5_000;
