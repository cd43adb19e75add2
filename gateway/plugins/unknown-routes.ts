import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem/problem.ts';
import { pathOf } from '../text/request-path.ts';

/**
 * Answers what no route takes: 405 with Allow where the path has other methods, else 404. Registered before all routes. It happens when
 * the request's hooks have run (authentication and rate limit come first) and its body is not yet looked at (decisions 1.4).
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  app.addHook('preParsing', (request, _reply, body, done) => {
    if (request.is404) done(problemOf(request, routes));
    else done(null, body);
  });
  runHooksForUnknownRoutes(app);
}

/** Hooks run for what no route takes only where there is a handler for it; the handler itself has nothing left to do. */
export function runHooksForUnknownRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler((request) => {
    throw problemOf(request, []);
  });
}

interface Route {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`);
}

function problemOf({ url, method }: FastifyRequest, routes: readonly Route[]): Problem {
  const path = decodeURI(pathOf(url));
  const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods));
  if (methods.size === 0) return new Problem(404, 'resource_not_found', { detail: 'There is no such resource.' });
  return new Problem(405, 'bad_request', {
    detail: `The path does not have the method ${method}.`,
    headers: { allow: [...methods].sort().join(', ') },
  });
}
