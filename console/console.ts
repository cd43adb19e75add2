import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '../languages/names.ts';
import { observedRouter } from '../platform/calls/caller.ts';
import type { ServiceRouter } from '../platform/calls/service-router.ts';
import { type Clock, timerMs } from '../platform/core/clock.ts';
import type { Ids } from '../platform/core/ids.ts';
import type { Logger } from '../platform/observability/log.ts';
import { CallTimes } from '../platform/observability/metrics/call-times.ts';
import { lastAnswersBy } from '../platform/process/shutdown-budget.ts';
import { createApp } from './app.ts';
import { readAssets } from './assets/assets.ts';
import { Language } from './components/language.ts';
import { OwnOrigin } from './http/origin.ts';
import { defaultRequestLimits, type RequestLimits } from './route/request-limits.ts';
import { Cookies } from './session/cookies.ts';
import { Institutions } from './session/institutions.ts';

export interface ConsoleConfig {
  /** The console's own URL, as browsers use it; known once it is served. */
  readonly url: () => string;
  /** The URL of the API and its guides. */
  readonly publicUrl: () => string;
  readonly trustedProxies: readonly string[];
  /** The tags of the languages that people can choose; by default all. */
  readonly languages?: readonly string[] | undefined;
  /** Whether each request is logged as one line; by default false. */
  readonly logRequests?: boolean;
  /** By default {@link defaultRequestLimits}. */
  readonly limits?: RequestLimits | undefined;
}

interface Deps {
  readonly router: ServiceRouter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

/** The running console: the same class in one process with the gateway, as a separate process, and in the tests. */
export class Console {
  /** The RPCs it makes. */
  readonly calls: CallTimes;
  /** Whether people can sign in. */
  readonly isReady: () => Promise<boolean>;
  readonly #app: FastifyInstance;
  readonly #stopping: AbortController;

  private constructor(
    app: FastifyInstance,
    { calls, isReady, stopping }: Pick<Console, 'calls' | 'isReady'> & { readonly stopping: AbortController },
  ) {
    this.#app = app;
    this.calls = calls;
    this.isReady = isReady;
    this.#stopping = stopping;
  }

  static async create(config: ConsoleConfig, deps: Deps): Promise<Console> {
    const calls = new CallTimes('client', 'console');
    const isReady = async () => (await deps.router.problems()).identity !== 'not_ready';
    const own = once(() => {
      const origin = new OwnOrigin(config.url());
      return { origin, cookies: new Cookies(origin) };
    });
    const { assets, paths } = readAssets();
    const stopping = new AbortController();
    const app = await createApp({
      ...deps,
      router: observedRouter(deps.router, calls, undefined),
      assets,
      paths,
      languages: await Language.read(config.languages ?? LANGUAGES),
      institutions: new Institutions(deps.clock),
      underWay: new Map(),
      downloading: new Set(),
      stopping: stopping.signal,
      isReady,
      own,
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      logRequests: config.logRequests ?? false,
      limits: config.limits ?? defaultRequestLimits,
    });
    return new Console(app, { calls, isReady, stopping });
  }

  /** Handles a request that another server has received. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#app.routing(request, response);
  }

  /** Listens on a port of its own; returns it. */
  async listen(address: { readonly host: string; readonly port: number }): Promise<number> {
    await this.#app.listen(address);
    const listening = this.#app.server.address();
    return typeof listening === 'object' && listening ? listening.port : address.port;
  }

  /** Accepts no new requests, and resolves when those in flight are answered, or cut off. */
  async stop(deadline: number): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#app.server.closeAllConnections(), timerMs(lastAnswersBy(deadline)));
    await this.#app.close();
    clearTimeout(timer);
  }
}

/** Computes a value when it is first needed. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
