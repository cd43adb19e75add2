import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem/problem.ts';
import { pathOf } from '../text/request-target.ts';

/**
 * Tells what is wrong with a request that no route takes: 405 with Allow where the path has other methods, else 404. Made before all routes. It
 * is to be asked when the request's hooks have run (authentication and rate limit come first) and its body is not yet looked at (decisions 1.4).
 */
export function watchRoutes(app: FastifyInstance): (request: FastifyRequest) => Problem {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  runHooksForUnknownRoutes(app);
  return (request) => problemOf(request, routes);
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
