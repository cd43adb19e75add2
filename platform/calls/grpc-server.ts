import { Code, ConnectError } from '@connectrpc/connect';
import { Server } from '@grpc/grpc-js';
import { MuxService, serverOptions } from '../../libraries/grpc-mux/index.ts';
import { Health } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { answerCall, type Callers } from './answer-call.ts';
import { HealthStates, LIVENESS } from './health-states.ts';
import type { Listener } from './listener.ts';
import { grpcListener } from './listener.ts';
import { MAX_CALL_MS, MAX_MESSAGE_BYTES } from './message-limits.ts';
import { MUX_PATH } from './mux-transport.ts';
import { NO_ROLE, Peer } from './peer.ts';
import { diskHealthName, healthName } from './remote-health.ts';
import { type ServedMethod, type ServedService, servedMethods } from './served-methods.ts';
import { addUnaryCalls } from './unary-calls.ts';

interface GrpcServerOptions extends Callers {
  /** `127.0.0.1:9090`; port 0 chooses a free one. */
  readonly address: string;
  readonly services: readonly ServedService[];
  /** Whether clients can use reflection. */
  readonly reflection?: boolean;
}

/** Serves services by gRPC: unary and multiplexed calls (`lyceum.rpc.v1`), and `grpc.health.v1`. */
export class GrpcServer {
  readonly #server = new Server({
    ...serverOptions(MAX_MESSAGE_BYTES),
    'grpc.max_concurrent_streams': MAX_STREAMS,
  });
  readonly #options: GrpcServerOptions;
  readonly #listener: Listener;
  /** For the other servers that serve `grpc.health.v1`. */
  readonly health = new HealthStates();
  readonly #mux: MuxService;
  #watch: NodeJS.Timeout | undefined;
  #everyMs: number | undefined;
  #stopping = false;

  constructor(options: GrpcServerOptions) {
    this.#options = options;
    for (const service of options.services) addUnaryCalls(this.#server, service, options);
    for (const name of this.#healthNames()) this.health.set(name, false);
    for (const { definition } of options.services) this.health.set(diskHealthName(definition.name), true);
    this.health.set(LIVENESS, true);
    this.health.addTo(this.#server);
    this.#mux = this.#muxService(servedMethods(options.services).set(...this.health.served()));
    this.#mux.addTo(this.#server);
    this.#listener = grpcListener(this.#server, options.tls);
  }

  /** Starts listening; returns the port. Health follows the services' readiness. */
  async start(): Promise<number> {
    const { services, reflection } = this.#options;
    if (reflection) {
      const { addReflection } = await import('./reflection.ts');
      const implemented = services.flatMap(({ definition }) => definition.implementations);
      addReflection(this.#server, [...implemented.map(({ service }) => service), Health]);
    }
    const port = await this.#listener.listen(this.#options.address);
    await this.#look();
    return port;
  }

  /** Not ready → no new calls → calls in flight end. Calls that exceed the grace period are cut off. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    for (const name of this.#healthNames()) this.health.set(name, false);
    this.#mux.leave();
    const closed = this.#listener.close();
    const timer = setTimeout(() => {
      this.#server.forceShutdown();
      this.#listener.cutOff();
    }, graceMs);
    this.#server.tryShutdown(() => undefined);
    await closed;
    clearTimeout(timer);
  }

  async #look(): Promise<void> {
    const states = await Promise.all(this.#options.services.map((service) => service.isReady()));
    if (this.#stopping) return;
    this.#options.services.forEach((service, index) => {
      this.health.set(healthName(service.definition.name), states[index] === true);
      this.health.set(diskHealthName(service.definition.name), !service.isDiskFull);
    });
    const isReady = states.every(Boolean);
    this.health.set('', isReady);
    this.#lookEvery(isReady ? LOOK_EVERY_MS : LOOK_AGAIN_MS);
  }

  #lookEvery(ms: number): void {
    if (ms === this.#everyMs) return;
    this.#everyMs = ms;
    clearInterval(this.#watch);
    this.#watch = setInterval(() => void this.#look(), ms).unref();
  }

  /** Refuses streams of callers whose certificates name no role, and authorises each call of the others. */
  #muxService(served: ReadonlyMap<string, ServedMethod>): MuxService {
    const { verifier, tls } = this.#options;
    return new MuxService({
      path: MUX_PATH,
      maxCallMs: MAX_CALL_MS,
      accept: (stream) => {
        const peer = Peer.of(stream, tls !== undefined);
        if (!peer.hasRole) throw new ConnectError(NO_ROLE, Code.PermissionDenied);
        const answering = { verifier, peer };
        return (call) => answerCall(served.get(call.method), call, answering);
      },
    });
  }

  #healthNames(): string[] {
    return ['', ...this.#options.services.map(({ definition }) => healthName(definition.name))];
  }
}

const LOOK_EVERY_MS = 5_000;
/** While a service is not ready. */
const LOOK_AGAIN_MS = 1_000;
/** Per connection: the caller queues unary calls beyond this limit. */
const MAX_STREAMS = 1_000;
