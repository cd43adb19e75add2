import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { problemText, rejectMessage } from '../platform/core/rejected-message.ts';
import { endUnlessReceived } from '../platform/process/slow-bodies.ts';
import type { Asset } from './assets/assets.ts';
import { t } from './components/language.ts';
import { HOME } from './components/navigation.ts';
import { securityHeaders } from './http/headers.ts';
import { health } from './http/health.ts';
import { logRequests } from './http/log-requests.ts';
import { serveAssets } from './http/serve-assets.ts';
import { readUploads } from './http/uploads.ts';
import { limitAddresses } from './route/admit.ts';
import { Audiences } from './route/audience.ts';
import type { ConsoleDeps } from './route/console-deps.ts';
import { registerScreen } from './route/register-screen.ts';
import { BODY_SPEED } from './route/request-limits.ts';
import { keepRequestState, stateOf } from './route/request-state.ts';
import { answerFailures } from './route/send-failure.ts';
import { openScreens, screens } from './screens/screens.ts';

interface ConsoleOptions extends Omit<ConsoleDeps, 'messages' | 'audiences'> {
  readonly assets: readonly Asset[];
  readonly isReady: () => Promise<boolean>;
  /** Whether each request is logged as one line. */
  readonly logRequests: boolean;
  /** The proxies whose word about the browser's address counts. */
  readonly trustedProxies: readonly string[];
}

/** All of the console's routes. */
export async function createApp(options: ConsoleOptions): Promise<FastifyInstance> {
  const { ids, own } = options;
  const app = Fastify({
    bodyLimit: BODY_BYTES,
    genReqId: () => ids.newRequestId(),
    requestIdHeader: false,
    requestTimeout: 30_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    trustProxy: [...options.trustedProxies],
    clientErrorHandler: rejectMessage,
    // A target that is no path, or too long for one: no page of the console has it.
    frameworkErrors: ({ statusCode = 400 }: FastifyError, { id }: FastifyRequest, reply: FastifyReply) =>
      reply
        .code(statusCode)
        .headers({ ...securityHeaders(own().origin.isLoopback), 'x-request-id': id })
        .header('content-type', 'application/problem+json')
        .send(Buffer.from(problemText(statusCode, 'No page of the console has this address.', id))),
  });
  const deps: ConsoleDeps = {
    ...options,
    audiences: new Audiences([...screens, ...openScreens]),
    messages: new Map([
      ...screens.flatMap(({ path, success }): [string, () => string][] =>
        success === undefined ? [] : [[path, success]],
      ),
      ['kept', () => t.failures.kept],
      ['ended', () => t.failures.ended],
    ]),
  };
  keepRequestState(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...securityHeaders(own().origin.isLoopback), 'x-request-id': request.id });
    done();
  });
  app.addHook('preParsing', (request, reply, body, done) => {
    if (request.method === 'POST') endUnlessReceived(request.raw, reply.raw, options.limits.bodySpeed ?? BODY_SPEED);
    done(null, body);
  });
  if (options.logRequests) logRequests(app, options.log, (request) => stateOf(request).session?.actor);
  answerFailures(app, deps);
  await app.register(cookie);
  app.removeAllContentTypeParsers();
  await app.register(formbody);
  await app.register(rateLimit, { global: false, timeWindow: 60_000 });

  await app.register(health, options);
  await app.register(async (limited) => {
    limitAddresses(limited, options.limits);
    serveAssets(limited, options.assets);
    for (const path of ['/', '/console']) limited.get(path, (_request, reply) => reply.redirect(HOME, 303));
    for (const screen of screens) if (!screen.hasFile) registerScreen(limited, screen, deps);
    await limited.register(async (open) => {
      // The content type that mail programs send (RFC 8058). Nothing in it is read.
      open.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) =>
        done(null, {}),
      );
      for (const screen of openScreens) registerScreen(open, screen, deps);
    });
    await limited.register(async (uploading) => {
      await readUploads(uploading);
      for (const screen of screens) if (screen.hasFile) registerScreen(uploading, screen, deps);
    });
  });
  await app.ready();
  return app;
}

/** Enough for every form of the console. */
const BODY_BYTES = 64 * 1024;
