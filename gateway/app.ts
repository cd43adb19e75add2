import type { RequestListener, Server } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { RateLimiter } from '../libraries/sliding-window/index.ts';
import type { Clock } from '../platform/core/clock.ts';
import { type Ids, requestIdOf } from '../platform/core/ids.ts';
import type { Logger } from '../platform/observability/log.ts';
import type { Tracing } from '../platform/observability/tracing/tracing.ts';
import { recordRequest } from './activity/record-requests.ts';
import type { RequestRecorder } from './activity/request-recorder.ts';
import type { Authenticators } from './admission/authenticators.ts';
import type { EndpointDeps } from './endpoint/handler.ts';
import { registerEndpoint } from './endpoint/register-endpoint.ts';
import { Connections } from './http/connections.ts';
import type { GatewayCounts } from './http/gateway-counts.ts';
import { sendNoLengthOfNotModified } from './http/head-answers.ts';
import { health, type Readiness } from './http/health.ts';
import { httpMessages } from './http/http-messages.ts';
import { jsonBody } from './http/json-body.ts';
import { shedUnderPressure } from './http/pressure.ts';
import { problems } from './http/problems.ts';
import { BODY_BOUNDS } from './http/received-body.ts';
import { admitRequests, installRequestHooks } from './http/request-hooks.ts';
import { declareRequestState } from './http/request-state.ts';
import { parseQuery, withDecodablePath, withSingleSlashes } from './http/request-target.ts';
import { nameRoutes } from './http/route-templates.ts';
import { runHooksForUnknownRoutes } from './http/unknown-routes.ts';
import { endpoints } from './routes/endpoints.ts';
import { scim } from './scim/scim.ts';
import { sendNotFoundPage } from './site/not-found.ts';
import { site } from './site/serve-site.ts';

export interface GatewayOptions extends EndpointDeps, Authenticators {
  readonly ids: Ids;
  readonly log: Logger;
  readonly rateLimits: RateLimiter;
  readonly steadyClock: Clock;
  /** Whether each request is logged as one line. */
  readonly logRequests: boolean;
  /** Undefined when tracing is off. */
  readonly tracing?: Tracing | undefined;
  /** The prefix of problem types; the pages below `/errors` are served whatever it is. */
  readonly errorsBaseUrl: () => string;
  /** Whether every service answers, and the problems of those that do not. */
  readonly readiness: () => Promise<Readiness>;
  readonly counts: GatewayCounts;
  readonly recorder: RequestRecorder;
  /** Answers requests below `/console`; undefined when the console is a process of its own. */
  readonly console: RequestListener | undefined;
  /** Where a console that is a process of its own is. */
  readonly consoleUrl: string | undefined;
}

/**
 * The HTTP edge. Everything below `/api/v4` reserves a slot, is authenticated and counted before an unknown route is
 * reported.
 */
export async function createApp(options: GatewayOptions): Promise<FastifyInstance> {
  const connections = new Connections();
  const app = Fastify({
    bodyLimit: BODY_BOUNDS.bytes,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id'], options.ids),
    requestIdHeader: false,
    rewriteUrl: (request) => withSingleSlashes(withDecodablePath(request)),
    routerOptions: { maxParamLength: 16_384, querystringParser: parseQuery },
    requestTimeout: 30_000,
    // On a busy machine a start may take more than the ten seconds of the default. Startup probes bound it.
    pluginTimeout: 0,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    ...problems.serverOptions({ ...options, connections }),
    ...httpMessages.serverOptions({ ...options, connections }),
  });
  declareRequestState(app);
  nameRoutes(app);
  sendNoLengthOfNotModified(app);
  const record = (request: FastifyRequest, reply: FastifyReply) => recordRequest(request, reply, options);
  installRequestHooks(app, { ...options, connections, record });
  problems.install(app, { ...options, sendPage: sendNotFoundPage });
  httpMessages.install(app, { ...options, connections });

  await app.register(health, options);
  await app.register(site, options);
  await app.register(
    async (api) => {
      shedUnderPressure(api, options);
      admitRequests(api, options);
      jsonBody(api);
      runHooksForUnknownRoutes(api);
      for (const endpoint of endpoints) registerEndpoint(api, endpoint, options);
    },
    { prefix: '/api/v4' },
  );
  await app.register(scim, { ...options, prefix: '/scim/v2' });
  if (options.console) divertTo(options.console, app.server);
  return app;
}

/** Passes requests below `/console` to the console before any hook of the gateway sees them. */
function divertTo(console: RequestListener, server: Server): void {
  const [gateway] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) =>
    (CONSOLE.test(request.url ?? '') ? console : gateway)?.(request, response),
  );
}

const CONSOLE = /^\/console(?:[/?]|$)/;
