import Fastify, { type FastifyInstance } from 'fastify';
import type { Ids } from '../platform/core/ids.ts';

import type { Logger } from '../platform/observability/log.ts';
import type { Tracing } from '../platform/observability/tracing/tracing.ts';
import type { Authenticator } from './auth/authenticator.ts';
import { BODY_BOUNDS } from './body/received-body.ts';
import { Connections } from './connection/connections.ts';
import { type EndpointDeps, registerEndpoint } from './endpoint/register-endpoint.ts';
import { countRequests } from './metrics/count-requests.ts';
import type { GatewayCounts } from './metrics/gateway-counts.ts';
import { authenticate } from './plugins/authenticate.ts';
import { boundBodies } from './plugins/bound-bodies.ts';
import { boundWrites } from './plugins/bound-writes.ts';
import { noticeClientGone } from './plugins/client-gone.ts';
import { commonHeaders } from './plugins/common-headers.ts';
import { askForBodies, handleEarlyAnswers } from './plugins/early-answers.ts';
import { errorPages } from './plugins/error-pages.ts';
import { health, type Readiness } from './plugins/health.ts';
import { httpMessages } from './plugins/http-messages.ts';
import { jsonBody } from './plugins/json-body.ts';
import { logRequests } from './plugins/log-requests.ts';
import { openapi } from './plugins/openapi.ts';
import { shedGreedyClients, shedRequests } from './plugins/overload.ts';
import { problems } from './plugins/problems.ts';
import { limitRate } from './plugins/rate-limit.ts';
import { requestIdOf } from './plugins/request-id.ts';
import { sendAnswers } from './plugins/send-answers.ts';
import { traceRequests } from './plugins/trace-requests.ts';
import { answerUnknownRoutes, runHooksForUnknownRoutes } from './plugins/unknown-routes.ts';
import type { RateLimitStore } from './rate-limit/rate-limit-store.ts';
import { endpoints } from './routes/endpoints.ts';
import { parseQuery } from './text/query-string.ts';
import { withDecodablePath } from './text/request-path.ts';

export interface GatewayOptions extends EndpointDeps {
  readonly ids: Ids;
  readonly log: Logger;
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimitStore;
  /** Whether each request is a line of the log. */
  readonly logRequests: boolean;
  /** Undefined where nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** What problem types begin with; the pages below `/errors` are served whatever it is. */
  readonly errorsBaseUrl: () => string;
  /** Whether every service answers, and what is wrong with those of which something is. */
  readonly readiness: () => Promise<Readiness>;
  readonly counts: GatewayCounts;
}

/** To the end of one answer. */
const LISTENERS_AT_MOST = 20;

/** The HTTP edge: everything below `/api/v4` finds a place, is authenticated and counted before its route is even looked at. */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const connections = new Connections();
  const app = Fastify({
    bodyLimit: BODY_BOUNDS.bytes,
    genReqId: (request) => requestIdOf(request, options.ids),
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => withDecodablePath(url),
    routerOptions: { maxParamLength: 16_384, querystringParser: parseQuery },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    ...problems.serverOptions({ ...options, connections }),
    ...httpMessages.serverOptions({ ...options, connections }),
  });
  handleEarlyAnswers(app, connections);
  countRequests(app, options.counts);
  app.decorateRequest('actor', null);
  app.decorateRequest('identityToken', '');
  app.decorateRequest('deadline', 0);
  app.decorateRequest('answerBytes', 0);
  traceRequests(app, options);
  noticeClientGone(app);
  sendAnswers(app, options);
  logRequests(app, options);
  app.addHook('onRequest', (request, reply, done) => {
    // Each hook that has something to end listens for the end of the answer: more than the ten that Node takes for a leak.
    reply.raw.setMaxListeners(LISTENERS_AT_MOST);
    reply.headers(commonHeaders(request.id));
    done();
  });
  problems.install(app, options);
  httpMessages.install(app);
  answerUnknownRoutes(app);
  askForBodies(app, connections);

  await app.register(health, options);
  await app.register(errorPages);
  await app.register(openapi, { endpoints });
  await app.register(
    async (api) => {
      await shedRequests(api, options);
      api.addHook('onRequest', authenticate(options));
      api.addHook('onRequest', shedGreedyClients(options));
      boundBodies(api, options.overload, BODY_BOUNDS.bytes);
      api.addHook('onRequest', limitRate(options));
      api.addHook('onRequest', boundWrites(options));
      jsonBody(api);
      runHooksForUnknownRoutes(api);
      for (const endpoint of endpoints) registerEndpoint(api, endpoint, options);
    },
    { prefix: '/api/v4' },
  );
  return app;
}
