import { Console } from '../console/console.ts';
import type { RequestLimits } from '../console/route/request-limits.ts';
import { services } from '../deploy/installation/services.ts';
import type { GatewayLoad } from '../gateway/admission/admission.ts';
import { Gateway, type GatewayConfig } from '../gateway/gateway.ts';
import { type Call, callerOf } from '../platform/calls/caller.ts';
import type { Actor } from '../platform/core/actor.ts';
import type { CallContext } from '../platform/core/call-context.ts';
import { type Clock, deadlineAfter } from '../platform/core/clock.ts';
import { listenOn } from '../platform/core/start-error.ts';
import { endInOrder } from '../platform/process/end-in-order.ts';
import { stopBy } from '../platform/process/shutdown-budget.ts';
import { System, type SystemOptions } from './system.ts';

/** Those of the system, which has all services here, and of the gateway and the console. */
export interface LyceumOptions extends Omit<SystemOptions, 'services'> {
  readonly steadyClock?: Clock | undefined;
  readonly gateway: GatewayConfig;
  /** Whether the services' reads run before the gateway listens, so that the first requests take less long. */
  readonly warmsUp?: boolean;
  /** The proxies whose word about the addresses of browsers counts; by default none. */
  readonly trustedProxies?: readonly string[];
  /** The languages of the console; by default all. */
  readonly consoleLanguages?: readonly string[];
  /** What the console accepts of an address and of a session. */
  readonly consoleLimits?: RequestLimits | undefined;
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
        languages: options.consoleLanguages,
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
    if (this.#options.warmsUp) await Promise.all(this.system.services.map((service) => service.warmUp()));
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
  stop(deadline = stopBy()): Promise<void> {
    return endInOrder(
      [
        // What services do of their own accord may last as long as a request: it ends beside those.
        () => [this.gateway.stop(deadline), this.console.stop(deadline), this.system.endWork()],
        () => this.system.stop(deadline),
      ],
      deadline,
    );
  }

  #context(actor: Actor): CallContext {
    const { ids } = this.#options;
    return { actor, requestId: ids.newRequestId(), deadline: deadlineAfter(OPERATOR_CALL_MS) };
  }
}

const OPERATOR_CALL_MS = 60_000;
