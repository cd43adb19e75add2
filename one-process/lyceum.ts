import { Console } from '../console/console.ts';
import type { RequestLimits } from '../console/route/request-limits.ts';
import { services } from '../deploy/installation/services.ts';
import type { GatewayLoad } from '../gateway/admission/admission.ts';
import { Gateway, type GatewayConfig } from '../gateway/gateway.ts';
import { type Call, callerOf } from '../platform/calls/caller.ts';
import type { IdentityKey } from '../platform/calls/identity/identity-keys.ts';
import type { OidcOperators } from '../platform/calls/identity/oidc-operators.ts';
import type { Actor } from '../platform/core/actor.ts';
import type { CallContext } from '../platform/core/call-context.ts';
import { type Clock, deadlineAfter } from '../platform/core/clock.ts';
import type { Ids } from '../platform/core/ids.ts';
import { listenOn } from '../platform/core/start-error.ts';
import type { Logger } from '../platform/observability/log.ts';
import type { Tracing } from '../platform/observability/tracing/tracing.ts';
import { System, type SystemOptions } from './system.ts';

export interface LyceumOptions {
  readonly databaseUrl: (service: string) => string;
  /** The same without the connection pooler; absent, or undefined for a service, if there is none. */
  readonly directDatabaseUrl?: SystemOptions['directDatabaseUrl'];
  /** Values of the variables that services declare. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly clock: Clock;
  readonly steadyClock?: Clock | undefined;
  readonly ids: Ids;
  readonly log: Logger;
  /** Private keys with which identity signs identities. */
  readonly identityKeys: readonly IdentityKey[];
  /** Undefined without an OpenID provider for operators. */
  readonly oidcOperators?: OidcOperators | undefined;
  /** Whether errors to unauthenticated callers of the gRPC port explain what is missing: not in production. */
  readonly explains?: boolean;
  readonly gateway: GatewayConfig;
  /** The proxies whose word about the addresses of browsers counts; by default none. */
  readonly trustedProxies?: readonly string[];
  /** What the console accepts of an address and of a session. */
  readonly consoleLimits?: RequestLimits | undefined;
  readonly grpcAddress: string;
  /** If absent, Connect and gRPC-Web are not served. */
  readonly connectAddress?: string | undefined;
  readonly connect?: SystemOptions['connect'];
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number | undefined;
  /** Per service. */
  readonly maxCallsInFlight?: number | undefined;
  /** Undefined if tracing is disabled. */
  readonly tracing?: Tracing | undefined;
}

/**
 * The whole platform in one process: eight services behind the gateway. Production, `npm start` and the tests run this
 * same class.
 */
export class Lyceum {
  readonly system: System;
  readonly gateway: Gateway;
  readonly console: Console;
  readonly #options: LyceumOptions;
  #port = 0;

  private constructor(options: LyceumOptions, system: System, gateway: Gateway, console: Console) {
    this.#options = options;
    this.system = system;
    this.gateway = gateway;
    this.console = console;
  }

  static async create(options: LyceumOptions): Promise<Lyceum> {
    const url = (): string => options.gateway.publicUrl ?? `http://localhost:${lyceum.port}`;
    const configuration = {
      ...options.configuration,
      get CONSOLE_URL() {
        return `${url()}/console`;
      },
    };
    const system = new System({ ...options, services, configuration });
    const { clock, ids, log, tracing } = options;
    const { router, bus } = system;
    const console = await Console.create(
      {
        url,
        publicUrl: url,
        trustedProxies: options.trustedProxies ?? [],
        logRequests: options.gateway.logRequests ?? false,
        limits: options.consoleLimits,
      },
      { router, clock, ids, log },
    );
    const gateway = await Gateway.create(options.gateway, {
      router,
      bus,
      clock,
      steadyClock: options.steadyClock,
      ids,
      log,
      tracing,
      console: (request, response) => console.handle(request, response),
    });
    const lyceum = new Lyceum(options, system, gateway, console);
    return lyceum;
  }

  /** The port of the gateway. */
  get port(): number {
    return this.#port;
  }

  /** The port on which the services answer gRPC. */
  get grpcPort(): number {
    return this.system.grpcPort;
  }

  /** The port on which the services answer Connect and gRPC-Web. */
  get connectPort(): number {
    return this.system.connectPort;
  }

  /** @throws {StartError} if a port is not available */
  async start(): Promise<void> {
    const { gateway } = this.#options;
    await this.system.start();
    this.#port = await listenOn('PORT', gateway.port, () => this.gateway.start());
  }

  /** The load of the gateway, for metrics. */
  get load(): GatewayLoad {
    return this.gateway.load;
  }

  /** Calls services on behalf of an actor, within this process; each call has its own deadline. */
  call(actor: Actor): Call {
    return (method, request) => callerOf(this.system.router, this.#context(actor))(method, request);
  }

  /** Drains: first no new requests, then no new calls, then the services stop. */
  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.console.stop();
    await this.system.stop();
  }

  #context(actor: Actor): CallContext {
    const { ids } = this.#options;
    return { actor, requestId: ids.newRequestId(), deadline: deadlineAfter(OPERATOR_CALL_MS) };
  }
}

const OPERATOR_CALL_MS = 60_000;
