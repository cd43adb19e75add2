import { ConnectServer } from '../platform/calls/connect-server.ts';
import { GrpcServer } from '../platform/calls/grpc-server.ts';
import { IdentityIssuer } from '../platform/calls/identity/identity-issuer.ts';
import { type IdentityKey, publicKeysOf } from '../platform/calls/identity/identity-keys.ts';
import { IdentityVerifier } from '../platform/calls/identity/identity-verifier.ts';
import type { OidcOperators } from '../platform/calls/identity/oidc-operators.ts';
import type { RemoteTransport } from '../platform/calls/remote-transport.ts';
import { ServiceRouter } from '../platform/calls/service-router.ts';
import { type Clock, timerMs } from '../platform/core/clock.ts';
import type { Ids } from '../platform/core/ids.ts';
import { listenOn } from '../platform/core/start-error.ts';
import type { ErasureJournal } from '../platform/data/erasure/journal.ts';
import { nameAt } from '../platform/data/placements.ts';
import { InProcessBus } from '../platform/events/in-process-bus.ts';
import type { Logger } from '../platform/observability/log.ts';
import type { Tracing } from '../platform/observability/tracing/tracing.ts';
import { endInOrder } from '../platform/process/end-in-order.ts';
import { RunningService } from '../platform/process/service.ts';
import type { ServiceDefinition } from '../platform/process/service-definition.ts';
import { lastAnswersBy, stopBy } from '../platform/process/shutdown-budget.ts';
import { type PlacedService, placedServices, placesOf } from './placed-services.ts';
import { ServiceStarts } from './service-starts.ts';

export interface SystemOptions {
  readonly services: readonly ServiceDefinition[];
  /** @param database that of a service: `timetracking`, or on another server, `timetracking@b` */
  readonly databaseUrl: (database: string) => string;
  /** The same without the connection pooler; absent, or undefined for a service, if there is none. */
  readonly directDatabaseUrl?: ((database: string) => string | undefined) | undefined;
  /** The other servers on which rows of institutions may be: with a database of each placeable service. */
  readonly servers?: readonly string[] | undefined;
  /** Values of the variables that services declare. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Private keys with which identity signs identities. */
  readonly identityKeys: readonly IdentityKey[];
  /** Undefined without an OpenID provider for operators. */
  readonly oidcOperators?: OidcOperators | undefined;
  /**
   * Whether clients can use reflection, and errors to unauthenticated callers explain what is missing: not in
   * production.
   */
  readonly explains?: boolean;
  /** The gRPC address of all services: `127.0.0.1:9090`; port 0 chooses a free one. */
  readonly grpcAddress: string;
  /** The address of all services for Connect and gRPC-Web: `127.0.0.1:9190`; if absent, they are not served. */
  readonly connectAddress?: string | undefined;
  /**
   * Connects to the services' port, for calls over the network; if absent, services are called with message objects in
   * memory.
   */
  readonly connect?: ((port: number) => RemoteTransport) | undefined;
  /** Undefined where nobody can be erased. */
  readonly journal?: ErasureJournal | undefined;
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number | undefined;
  /** Per service. */
  readonly maxCallsInFlight?: number | undefined;
  /** Undefined if tracing is disabled. */
  readonly tracing?: Tracing | undefined;
}

/** All services in one process. */
export class System {
  readonly router = new ServiceRouter();
  readonly bus: InProcessBus;
  readonly services: readonly RunningService[];
  readonly #placed: readonly PlacedService[];
  readonly #starts: ServiceStarts;
  readonly #options: SystemOptions;
  readonly #server: GrpcServer;
  readonly #connectServer: ConnectServer | undefined;
  #remote: RemoteTransport | undefined;
  #grpcPort = 0;
  #connectPort = 0;

  constructor(options: SystemOptions) {
    this.#options = options;
    const { clock, identityKeys } = options;
    this.bus = new InProcessBus(options.log);
    const issuer = new IdentityIssuer(identityKeys, clock);
    const verifier = new IdentityVerifier(publicKeysOf(identityKeys), clock);
    this.services = placesOf(options.services, options.servers ?? []).map(
      ({ definition, server }) =>
        new RunningService(definition, {
          server,
          databaseUrl: options.databaseUrl(nameAt(definition.name, server)),
          directDatabaseUrl: options.directDatabaseUrl?.(nameAt(definition.name, server)),
          configuration: options.configuration,
          maxConnections: options.maxConnections ?? 8,
          statementTimeoutMs: options.statementTimeoutMs ?? 10_000,
          maxCallsInFlight: options.maxCallsInFlight,
          clock: options.clock,
          ids: options.ids,
          log: options.log,
          bus: this.bus,
          router: this.router,
          issuer: definition.issuesIdentities && issuer,
          oidcOperators: definition.issuesIdentities && options.oidcOperators,
          journal: options.journal,
          tracing: options.tracing,
        }),
    );
    this.#starts = new ServiceStarts(this.services, options.log);
    const { grpcAddress, connectAddress, explains } = options;
    this.#placed = placedServices(this.services);
    const served = { services: this.#placed.map((each) => each.served()), verifier, explains };
    this.#server = new GrpcServer({ ...served, address: grpcAddress, reflection: explains === true });
    const { health } = this.#server;
    this.#connectServer =
      connectAddress === undefined ? undefined : new ConnectServer({ ...served, address: connectAddress, health });
  }

  /** The port on which the services answer gRPC. */
  get grpcPort(): number {
    return this.#grpcPort;
  }

  /** The port on which the services answer Connect and gRPC-Web; 0 if they do not. */
  get connectPort(): number {
    return this.#connectPort;
  }

  /** Migrates all databases in parallel. */
  migrate(): Promise<void> {
    return this.#starts.migrate();
  }

  /** @throws {StartError} if a port is not available */
  async start(): Promise<void> {
    const { grpcAddress, connectAddress = '' } = this.#options;
    this.#grpcPort = await listenOn('GRPC_PORT', portOf(grpcAddress), () => this.#server.start());
    const connect = async () => (await this.#connectServer?.start()) ?? 0;
    this.#connectPort = await listenOn('CONNECT_PORT', portOf(connectAddress), connect);
    this.#remote = this.#options.connect?.(this.#grpcPort);
    for (const service of this.services) {
      this.router.add(service.name, {
        transport: this.#remote ?? service,
        isReady: () => service.isReady(),
        isDiskFull: async () => service.isDiskFull,
      });
    }
    // Over the network, what answers there finds the way.
    if (!this.#remote)
      for (const each of this.#placed) this.router.place(each.name, each.byServer, (id) => each.serverOf(id));
    await this.#starts.start();
  }

  /** The services begin nothing more of their own accord; resolves when what runs has ended. */
  endWork(): Promise<unknown> {
    return Promise.allSettled(this.services.map((service) => service.endWork()));
  }

  /** Drains calls, then stops the services. */
  stop(deadline = stopBy()): Promise<void> {
    const callsMs = timerMs(lastAnswersBy(deadline));
    return endInOrder(
      [
        () => [this.#remote?.close(), this.#starts.stop()],
        () => [this.#server.stop(callsMs), this.#connectServer?.stop(callsMs)],
        () => this.services.map((service) => service.drain(deadline)),
        () => this.services.map((service) => service.stop(deadline)),
        () => this.bus.close(),
      ],
      deadline,
    );
  }
}

function portOf(address: string): number {
  return Number(address.slice(address.lastIndexOf(':') + 1));
}
