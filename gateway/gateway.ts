import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { observedRouter } from '../platform/calls/caller.ts';
import type { ServiceRouter } from '../platform/calls/service-router.ts';
import type { Clock } from '../platform/core/clock.ts';
import type { Ids } from '../platform/core/ids.ts';
import type { EventBus } from '../platform/events/bus.ts';
import type { SharedCells } from '../platform/events/nats/shared-cells.ts';
import { TracedBus } from '../platform/events/tracing/traced-bus.ts';
import type { Logger } from '../platform/observability/log.ts';
import type { Tracing } from '../platform/observability/tracing/tracing.ts';
import { CachedAnswers } from './answer/cached-answers.ts';
import { createGateway } from './app.ts';
import { Authenticator } from './auth/authenticator.ts';
import { readBasic } from './auth/basic-credentials.ts';
import { feedLookUp } from './auth/feed-look-up.ts';
import { readFeedToken } from './auth/feed-token.ts';
import { integrationLookUp } from './auth/integration-look-up.ts';
import { Cursors } from './cursor/cursor.ts';
import type { CursorKey } from './cursor/cursor-keys.ts';
import { GatewayCounts } from './metrics/gateway-counts.ts';
import { CREDENTIAL_EVENTS } from './nats-user.ts';
import { LargeRequestLimits } from './overload/large-request-limits.ts';
import { type GatewayLoad, Overload } from './overload/overload.ts';
import { defaultOverloadLimits, type OverloadLimits } from './overload/overload-limits.ts';
import { MemoryRateLimitStore, RATE_LIMIT, type RateLimitStore } from './rate-limit/rate-limit-store.ts';
import { DEFAULT_BYTES_PER_DAY, WriteAllowance } from './write-allowance/write-allowance.ts';

export interface GatewayConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly cursorKeys: readonly CursorKey[];
  /** The gateway's public address, `https://api.example.org`; by default localhost with the port in use. */
  readonly publicUrl?: string | undefined;
  /** What problem types begin with; by default the public address plus `/errors` (decisions 3.3). */
  readonly errorsBaseUrl?: string | undefined;
  readonly requestTimeoutMs: number;
  /** What it bears before it sheds requests; by default {@link defaultOverloadLimits}. */
  readonly overload?: OverloadLimits | undefined;
  /** What a client may write in a day, in bytes; 0 for as much as he likes; by default {@link DEFAULT_BYTES_PER_DAY}. */
  readonly writtenBytesPerDay?: number | undefined;
  /** Whether each request is a line of the log; by default none is. */
  readonly logRequests?: boolean;
}

/** What changes while the gateway runs. */
interface State {
  /** Known for certain only when the gateway listens. */
  publicUrl: string | undefined;
  isStopping: boolean;
}

interface Parts
  extends Pick<Gateway, 'counts' | 'rateLimits' | 'writes' | 'largeRequests' | 'cachedAnswers' | 'isReady'> {
  readonly overload: Overload;
  readonly unsubscribe: () => Promise<void>;
}

interface GatewayDeps {
  readonly router: ServiceRouter;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Where requests are counted; by default in this process alone. */
  readonly rateLimits?: RateLimitStore | undefined;
  /** Where gateways put together what clients write; by default this process counts on its own. */
  readonly writeCells?: SharedCells | undefined;
  /** Undefined where nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

const CREDENTIALS_TTL_MS = 5_000;
/** While directory is away the other services go on; no change of credentials takes longer than this to count, whatever else is away. */
const CREDENTIALS_GRACE_MS = 15_000;
const CREDENTIALS_AT_MOST = 10_000;

/** The running gateway: the same class in one process, in a process of its own, and in the tests. */
export class Gateway {
  readonly counts: GatewayCounts;
  readonly rateLimits: RateLimitStore;
  readonly writes: WriteAllowance;
  /** The large requests under way and waiting: measures. */
  readonly largeRequests: Pick<LargeRequestLimits, 'waiting'>;
  /** What is kept of large answers: a measure. */
  readonly cachedAnswers: Pick<CachedAnswers, 'bytes'>;
  /** Whether every service answers, and no end has begun. */
  readonly isReady: () => Promise<boolean>;
  readonly #app: FastifyInstance;
  readonly #config: GatewayConfig;
  readonly #state: State;
  readonly #overload: Overload;
  readonly #unsubscribe: () => Promise<void>;
  readonly #sockets = new Set<Socket>();

  private constructor(
    app: FastifyInstance,
    config: GatewayConfig,
    state: State,
    { counts, rateLimits, writes, overload, largeRequests, cachedAnswers, isReady, unsubscribe }: Parts,
  ) {
    this.counts = counts;
    this.rateLimits = rateLimits;
    this.writes = writes;
    this.largeRequests = largeRequests;
    this.cachedAnswers = cachedAnswers;
    this.isReady = isReady;
    this.#app = app;
    this.#config = config;
    this.#state = state;
    this.#overload = overload;
    this.#unsubscribe = unsubscribe;
    app.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async create(config: GatewayConfig, deps: GatewayDeps): Promise<Gateway> {
    const { clock, ids, log, tracing, rateLimits = new MemoryRateLimitStore(RATE_LIMIT) } = deps;
    const tracer = tracing?.tracer('gateway');
    const bus = tracer ? new TracedBus(deps.bus, tracer) : deps.bus;
    const counts = new GatewayCounts();
    const router = observedRouter(deps.router, counts.calls, tracer);
    const anonymousCalls = { router, ids, requestTimeoutMs: config.requestTimeoutMs };
    const remembered = { clock, ttlMs: CREDENTIALS_TTL_MS, graceMs: CREDENTIALS_GRACE_MS };
    const authenticator = new Authenticator({
      ...remembered,
      read: readBasic,
      lookUp: integrationLookUp(anonymousCalls),
      maxEntries: CREDENTIALS_AT_MOST,
    });
    const feedAuthenticator = new Authenticator({
      ...remembered,
      read: readFeedToken,
      lookUp: feedLookUp(anonymousCalls),
    });
    const unsubscribe = await bus.subscribe({
      name: 'gateway.credentials',
      types: CREDENTIAL_EVENTS,
      durable: false,
      handle: async () => authenticator.forget(),
      missed: () => authenticator.forget(),
    });
    const state: State = { publicUrl: config.publicUrl, isStopping: false };
    const limits = config.overload ?? defaultOverloadLimits;
    const overload = new Overload(limits, { clock, log });
    const largeRequests = new LargeRequestLimits(overload.neighbours);
    const cachedAnswers = new CachedAnswers(limits.cachedBytes);
    const bytesPerDay = config.writtenBytesPerDay ?? DEFAULT_BYTES_PER_DAY;
    const writes = new WriteAllowance({ bytesPerDay, cells: deps.writeCells, log });
    const readiness = async () => {
      const problems = await deps.router.problems();
      return { isReady: !state.isStopping && !Object.values(problems).includes('not_ready'), problems };
    };
    const isReady = async () => (await readiness()).isReady;
    const app = await createGateway({
      router,
      clock,
      ids,
      log,
      authenticator,
      feedAuthenticator,
      cursors: new Cursors({ keys: [...config.cursorKeys], clock }),
      rateLimits,
      writes,
      overload,
      largeRequests,
      cachedAnswers,
      limits,
      publicUrl: () => state.publicUrl ?? '',
      errorsBaseUrl: () => config.errorsBaseUrl ?? `${state.publicUrl}/errors`,
      requestTimeoutMs: config.requestTimeoutMs,
      logRequests: config.logRequests ?? false,
      tracing,
      readiness,
      counts,
    });
    // Fastify itself listens until the server is bound, and no longer.
    app.addHook('onListen', async () => {
      app.server.on('error', (error) => log.error({ err: error }, 'a connection could not be accepted'));
    });
    return new Gateway(app, config, state, {
      counts,
      rateLimits,
      writes,
      overload,
      largeRequests,
      cachedAnswers,
      isReady,
      unsubscribe,
    });
  }

  /** How loaded it is: measures. */
  get load(): GatewayLoad {
    return this.#overload.load;
  }

  /** Begins to listen; returns the port. */
  async start(): Promise<number> {
    await this.#app.listen({ host: this.#config.host, port: this.#config.port });
    const address = this.#app.server.address();
    const port = typeof address === 'object' && address ? address.port : this.#config.port;
    this.#state.publicUrl ??= `http://localhost:${port}`;
    return port;
  }

  /**
   * Takes no new requests, and ends when those under way are answered. Connections without a request are closed. One that is still open when the
   * longest request must be over, because a request never arrives whole on it, is cut off.
   */
  async stop(): Promise<void> {
    this.#state.isStopping = true;
    await this.#unsubscribe();
    const { requestTimeoutMs } = this.#config;
    const { server } = this.#app;
    // Connections on which a request was under way when the closing began are kept alive by its answer, and nobody closes them.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    // Those that have said nothing, as browsers and pools hold them in store, count as busy with Node. What has arrived by now is read first.
    const silence = setTimeout(() => setImmediate(() => this.#closeSilent()), FIRST_BYTES_MS);
    const timer = setTimeout(() => server.closeAllConnections(), requestTimeoutMs + LAST_ANSWERS_MS);
    await this.#app.close();
    clearInterval(sweep);
    clearTimeout(silence);
    clearTimeout(timer);
  }

  #closeSilent(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}

/** How long the last answers may take to be written. */
const LAST_ANSWERS_MS = 1_000;
const SWEEP_MS = 50;
/** How long a connection may take to say something while the gateway ends: no request is on its way any more behind that. */
const FIRST_BYTES_MS = 1_000;
