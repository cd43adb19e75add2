import type { RequestListener } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { MemoryRateLimiter, type RateLimiter } from '../libraries/sliding-window/index.ts';
import { observedRouter } from '../platform/calls/caller.ts';
import type { ServiceRouter } from '../platform/calls/service-router.ts';
import { type Clock, deadlineAfter, monotonicMs, timerMs } from '../platform/core/clock.ts';
import type { Ids } from '../platform/core/ids.ts';
import { isOnOtherServer } from '../platform/data/placements.ts';
import type { EventBus } from '../platform/events/bus.ts';
import { TracedBus } from '../platform/events/tracing/traced-bus.ts';
import type { Logger } from '../platform/observability/log.ts';
import type { Tracing } from '../platform/observability/tracing/tracing.ts';
import { endInOrder } from '../platform/process/end-in-order.ts';
import { lastAnswersBy, stopBy } from '../platform/process/shutdown-budget.ts';
import { RequestService } from '../proto/gen/lyceum/activity/v1/request_pb.ts';
import { RequestRecorder } from './activity/request-recorder.ts';
import { Admission, type GatewayLoad } from './admission/admission.ts';
import { anonymousCaller } from './admission/anonymous-caller.ts';
import { openAuthenticators } from './admission/authenticators.ts';
import { type AdmissionLimits, defaultAdmissionLimits } from './admission/limits.ts';
import { RATE_LIMIT } from './admission/rate-limit.ts';
import { DEFAULT_BYTES_PER_DAY, WriteAllowance } from './admission/write-allowance.ts';
import { createApp } from './app.ts';
import { Cursors } from './endpoint/cursor.ts';
import type { CursorKey } from './endpoint/cursor-keys.ts';
import { GatewayCounts } from './http/gateway-counts.ts';

export interface GatewayConfig {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly cursorKeys: readonly CursorKey[];
  /** The gateway's public URL, such as `https://api.example.org`; by default localhost with the port in use. */
  readonly publicUrl?: string | undefined;
  /** The public URL of a console that is a process of its own. */
  readonly consoleUrl?: string | undefined;
  /** The prefix of problem types; by default the public URL plus `/errors` (decisions 3.3). */
  readonly errorsBaseUrl?: string | undefined;
  readonly requestTimeoutMs: number;
  /** The load beyond which it sheds requests; by default {@link defaultAdmissionLimits}. */
  readonly admission?: AdmissionLimits | undefined;
  /** The bytes that a client may write in a day; 0 disables the limit; by default {@link DEFAULT_BYTES_PER_DAY}. */
  readonly writtenBytesPerDay?: number | undefined;
  /** Whether each request is logged as one line; by default false. */
  readonly logRequests?: boolean;
}

/** The state that changes while the gateway runs. */
interface State {
  /** Known for certain only once the gateway listens. */
  publicUrl: string | undefined;
  isStopping: boolean;
}

interface Parts extends Pick<Gateway, 'counts' | 'rateLimits' | 'writes' | 'isReady' | 'recorder'> {
  readonly admission: Admission;
  readonly unsubscribe: () => Promise<void>;
}

interface GatewayDeps {
  readonly router: ServiceRouter;
  readonly bus: EventBus;
  readonly clock: Clock;
  /** Measures the windows of the rate limit; by default `clock`. */
  readonly steadyClock?: Clock | undefined;
  readonly ids: Ids;
  readonly log: Logger;
  /** Where requests are counted; by default in this process only. */
  readonly rateLimits?: RateLimiter | undefined;
  /** Undefined when tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** Answers requests below `/console`; absent when the console is a process of its own. */
  readonly console?: RequestListener;
}

/** The running gateway: the same class in one process, as a separate process, and in the tests. */
export class Gateway {
  readonly counts: GatewayCounts;
  readonly rateLimits: RateLimiter;
  readonly writes: WriteAllowance;
  readonly recorder: RequestRecorder;
  /** Whether every service answers, and shutdown has not begun. */
  readonly isReady: () => Promise<boolean>;
  readonly #app: FastifyInstance;
  readonly #config: GatewayConfig;
  readonly #state: State;
  readonly #admission: Admission;
  readonly #unsubscribe: () => Promise<void>;
  readonly #sockets = new Set<Socket>();

  private constructor(
    app: FastifyInstance,
    config: GatewayConfig,
    state: State,
    { counts, rateLimits, writes, admission, isReady, unsubscribe, recorder }: Parts,
  ) {
    this.recorder = recorder;
    this.counts = counts;
    this.rateLimits = rateLimits;
    this.writes = writes;
    this.isReady = isReady;
    this.#app = app;
    this.#config = config;
    this.#state = state;
    this.#admission = admission;
    this.#unsubscribe = unsubscribe;
    app.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async create(config: GatewayConfig, deps: GatewayDeps): Promise<Gateway> {
    const { clock, ids, log, tracing, rateLimits = new MemoryRateLimiter(RATE_LIMIT) } = deps;
    const tracer = tracing?.tracer('gateway');
    const bus = tracer ? new TracedBus(deps.bus, tracer) : deps.bus;
    const counts = new GatewayCounts();
    const router = observedRouter(deps.router, counts.calls, tracer);
    const anonymousCalls = { router, ids, requestTimeoutMs: config.requestTimeoutMs };
    const credentials = await openAuthenticators(anonymousCalls, { clock, bus });
    const state: State = { publicUrl: config.publicUrl, isStopping: false };
    const limits = config.admission ?? defaultAdmissionLimits;
    const admission = new Admission(limits, { clock, log });
    const bytesPerDay = config.writtenBytesPerDay ?? DEFAULT_BYTES_PER_DAY;
    const writes = new WriteAllowance({ bytesPerDay, log });
    const tries = new WriteAllowance({ bytesPerDay, isOfDryRuns: true, log });
    const readiness = async () => {
      const problems = await deps.router.problems();
      // Without activity, requests are answered as ever; only their records wait. Without another server, those of the
      // institutions on the first one are.
      const isNeeded = ([name, problem]: [string, string]) =>
        problem === 'not_ready' && name !== 'activity' && !isOnOtherServer(name);
      return { isReady: !state.isStopping && !Object.entries(problems).some(isNeeded), problems };
    };
    const isReady = async () => (await readiness()).isReady;
    const recorder = new RequestRecorder({
      send: (batch) =>
        anonymousCaller({ router, ids, requestTimeoutMs: 5_000 })(RequestService.method.recordRequests, batch),
      ids,
      log,
    });
    const app = await createApp({
      router,
      clock,
      ids,
      log,
      ...credentials.authenticators,
      cursors: new Cursors({ keys: [...config.cursorKeys], clock }),
      steadyClock: deps.steadyClock ?? clock,
      rateLimits,
      writes,
      tries,
      admission,
      limits,
      publicUrl: () => state.publicUrl ?? '',
      consoleUrl: config.consoleUrl,
      errorsBaseUrl: () => config.errorsBaseUrl ?? `${state.publicUrl}/errors`,
      requestTimeoutMs: config.requestTimeoutMs,
      logRequests: config.logRequests ?? false,
      tracing,
      readiness,
      counts,
      recorder,
      console: deps.console,
    });
    // Fastify's own error listener is removed once the server is bound.
    app.addHook('onListen', async () => {
      app.server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted'));
    });
    return new Gateway(app, config, state, {
      counts,
      rateLimits,
      writes,
      admission,
      isReady,
      unsubscribe: credentials.unsubscribe,
      recorder,
    });
  }

  /** Metrics of its load. */
  get load(): GatewayLoad {
    return this.#admission.load;
  }

  /** Starts listening; returns the port. */
  async start(): Promise<number> {
    await this.#app.listen({ host: this.#config.host, port: this.#config.port });
    this.recorder.start();
    const address = this.#app.server.address();
    const port = typeof address === 'object' && address ? address.port : this.#config.port;
    this.#state.publicUrl ??= `http://localhost:${port}`;
    return port;
  }

  /**
   * Accepts no new requests, and resolves when those in flight are answered. Connections without a request are closed.
   * A connection that is still open when the longest request must be over, because a request on it never arrives
   * completely, is cut off.
   */
  stop(deadline = stopBy()): Promise<void> {
    this.#state.isStopping = true;
    const longest = deadlineAfter(this.#config.requestTimeoutMs + LAST_ANSWERS_MS);
    const answersEnd = Math.min(longest, lastAnswersBy(deadline));
    return endInOrder(
      [() => this.#endRequests(answersEnd), () => [this.#unsubscribe(), this.recorder.stop()]],
      deadline,
    );
  }

  async #endRequests(deadline: number): Promise<void> {
    const { server } = this.#app;
    const timer = setTimeout(() => server.closeAllConnections(), timerMs(deadline));
    await this.#hearFirstBytes();
    // Connections with a request in flight when closing began are kept alive by its answer, and Node does not close
    // them.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    await this.#app.close();
    clearInterval(sweep);
    clearTimeout(timer);
  }

  /**
   * Accepts no more connections, and waits for the first bytes of those that have sent nothing: Node would close them
   * at once, though a request may be on its way. Spare ones of browsers and pools stay silent.
   */
  async #hearFirstBytes(): Promise<void> {
    NetServer.prototype.close.call(this.#app.server);
    const until = monotonicMs() + FIRST_BYTES_MS;
    const isSilent = (socket: Socket) => socket.bytesRead === 0;
    while (this.#sockets.values().some(isSilent) && monotonicMs() < until) await delay(SWEEP_MS);
    // Bytes that have already arrived are read first.
    await setImmediate();
  }
}

/** How long writing the last answers may take. */
const LAST_ANSWERS_MS = 1_000;
const SWEEP_MS = 50;
/**
 * How long a connection may take to send its first bytes during shutdown: after that, no request is still on its way.
 */
const FIRST_BYTES_MS = 1_000;
