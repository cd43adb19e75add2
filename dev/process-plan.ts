import { findFreePort } from '../libraries/embedded-postgres/index.ts';
import type { Environment } from '../platform/core/config/config.ts';
import { peerVariable } from '../platform/process/peers.ts';
import type { LocalNats } from './local-nats.ts';

interface Options {
  readonly services: readonly string[];
  /** The gRPC port of the first service, if it is free; the others use the following ports. */
  readonly firstGrpcPort: number;
  /** The same for Connect and gRPC-Web. */
  readonly firstConnectPort: number;
  readonly gatewayPort: number;
  readonly consolePort: number;
  /** The metrics port of the gateway, if it is free; the console and the services use the following ports. */
  readonly firstMetricsPort: number;
  readonly host: string;
  readonly nats: Pick<LocalNats, 'urlOf' | 'operatorUrlFile'>;
  /** In the format of CURSOR_KEYS; undefined if the environment has them. */
  readonly cursorKeys: string | undefined;
  /** In the format of IDENTITY_KEYS, for identity only; undefined if the environment has them. */
  readonly identityKeys: string | undefined;
  /**
   * For each service that encrypts secrets, in the format of WEBHOOKS_SECRET_KEYS; undefined if the environment has
   * them.
   */
  readonly secretKeys: Readonly<Record<string, string | undefined>>;
  /** In the format of IDENTITY_PUBLIC_KEYS, for the other processes. */
  readonly identityPublicKeys: string;
  readonly erasureJournal: string;
  readonly databaseUrl: (service: string) => string;
  /** The same without the connection pooler; undefined if there is none. */
  readonly directDatabaseUrl: (service: string) => string | undefined;
  /** The host by which the services call each other on this machine: with TLS, the name in their certificate. */
  readonly loopback: '127.0.0.1' | 'localhost';
  /** The environment of this process, which the others inherit. */
  readonly environment: Environment;
}

/** The ports of processes, by their names. */
interface Ports {
  readonly grpc: ReadonlyMap<string, number>;
  readonly connect: ReadonlyMap<string, number>;
  readonly metrics: ReadonlyMap<string, number>;
}

/** The addresses and the environment of each process of the platform on one machine. */
export class ProcessPlan {
  readonly #options: Options;
  readonly #ports: Ports;

  private constructor(options: Options, ports: Ports) {
    this.#options = options;
    this.#ports = ports;
  }

  static async make(options: Options): Promise<ProcessPlan> {
    const { services, firstGrpcPort, firstConnectPort, firstMetricsPort } = options;
    const taken = new Set([options.gatewayPort, options.consolePort]);
    return new ProcessPlan(options, {
      grpc: await freePorts(services, firstGrpcPort, taken),
      connect: await freePorts(services, firstConnectPort, taken),
      metrics: await freePorts(['gateway', 'console', ...services], firstMetricsPort, taken),
    });
  }

  get gatewayPort(): number {
    return this.#options.gatewayPort;
  }

  get gatewayUrl(): string {
    return `http://localhost:${this.gatewayPort}`;
  }

  get consoleUrl(): string {
    return `http://localhost:${this.#options.consolePort}/console`;
  }

  /** The addresses of a process: for its callers, for callers by Connect and gRPC-Web, and for metrics. */
  listensAt(name: string): { readonly address: string; readonly connect: string; readonly metrics: string } {
    const { loopback } = this.#options;
    const urls: Readonly<Record<string, string>> = { gateway: this.gatewayUrl, console: this.consoleUrl };
    return {
      address: urls[name] ?? `${loopback}:${this.#ports.grpc.get(name)}`,
      connect: this.#ports.connect.has(name) ? `${loopback}:${this.#ports.connect.get(name)}` : '',
      metrics: `http://localhost:${this.#ports.metrics.get(name)}/metrics`,
    };
  }

  /** The gRPC address of each service, as environment variables. */
  get addresses(): Record<string, string> {
    const { loopback } = this.#options;
    return Object.fromEntries(
      [...this.#ports.grpc].map(([service, port]) => [peerVariable(service), `${loopback}:${port}`]),
    );
  }

  /** The environment that the command line needs to reach the services. */
  get commandLine(): Record<string, string> {
    return { ...this.addresses, NATS_URL_FILE: this.#options.nats.operatorUrlFile };
  }

  scriptOf(name: string): string {
    return name === 'gateway' || name === 'console' ? `${name}/main.ts` : `services/${name}/main.ts`;
  }

  environmentOf(name: string): Environment {
    const { environment, nats, host, gatewayPort, consolePort, cursorKeys, loopback } = this.#options;
    const metrics = { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(this.#ports.metrics.get(name)) };
    const CONSOLE_URL = this.consoleUrl;
    const inherited = { ...environment, ...this.#identityKeysOf(name), ...this.addresses, ...metrics, CONSOLE_URL };
    if (name === 'console') {
      const PUBLIC_URL = environment.PUBLIC_URL || this.gatewayUrl;
      return { ...inherited, PUBLIC_URL, CONSOLE_HOST: host, CONSOLE_PORT: String(consolePort) };
    }
    const common = { ...inherited, NATS_URL: nats.urlOf(name) };
    if (name === 'gateway') {
      const keys = cursorKeys === undefined ? {} : { CURSOR_KEYS: cursorKeys };
      return { ...common, ...keys, HOST: host, PORT: String(gatewayPort) };
    }
    const port = String(this.#ports.grpc.get(name));
    const { databaseUrl, directDatabaseUrl } = this.#options;
    const database = { DATABASE_URL: databaseUrl(name), DIRECT_DATABASE_URL: directDatabaseUrl(name) };
    const CONNECT_PORT = String(this.#ports.connect.get(name));
    const ERASURE_JOURNAL = this.#options.erasureJournal;
    const own = { ...database, ERASURE_JOURNAL, GRPC_HOST: loopback, GRPC_PORT: port, CONNECT_PORT };
    return { GRPC_REFLECTION: '1', ...common, ...this.#secretKeysOf(name), ...own };
  }

  #secretKeysOf(name: string): Environment {
    const keys = this.#options.secretKeys[name];
    return keys === undefined ? {} : { [`${name.toUpperCase()}_SECRET_KEYS`]: keys };
  }

  /** Private keys go only to the process that signs. */
  #identityKeysOf(name: string): Environment {
    const { identityKeys, identityPublicKeys } = this.#options;
    if (name === 'identity') return identityKeys === undefined ? {} : { IDENTITY_KEYS: identityKeys };
    return { IDENTITY_KEYS: undefined, IDENTITY_KEYS_FILE: undefined, IDENTITY_PUBLIC_KEYS: identityPublicKeys };
  }
}

/** Free ports for the names, from the first one on, 0 for any; adds them to those that are taken. */
async function freePorts(names: readonly string[], first: number, taken: Set<number>): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const next = first + index;
    ports.set(name, await findFreePort(first === 0 || taken.has(next) ? null : next));
    taken.add(ports.get(name) ?? 0);
  }
  return ports;
}
