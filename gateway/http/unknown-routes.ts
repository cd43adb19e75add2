import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem/problem.ts';
import { nearestPath } from './nearest-path.ts';
import { pathOf } from './request-target.ts';

/**
 * Returns a function that finds the problem of a request that matches no route: 405 with Allow when the path has other
 * methods, else 404 that names the nearest path. Call watchRoutes before any route is declared, and the returned
 * function once the request's hooks have run (authentication and rate limit come first) and before its body is read
 * (decisions 1.4).
 */
export function watchRoutes(app: FastifyInstance): (request: FastifyRequest) => Problem {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    routes.push({ template: config?.template ?? url, pattern: patternOf(url), methods: [method].flat() });
  });
  runHooksForUnknownRoutes(app);
  return (request) => problemOf(request, routes);
}

/**
 * Fastify runs hooks for unmatched requests only when a not-found handler exists; the handler itself has nothing left
 * to do.
 */
export function runHooksForUnknownRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler((request) => {
    throw problemOf(request, []);
  });
}

interface Route {
  /** Parameters in braces. */
  readonly template: string;
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`);
}

function problemOf({ url, method }: FastifyRequest, routes: readonly Route[]): Problem {
  const path = decodeURI(pathOf(url));
  const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods));
  if (methods.size === 0) return new Problem(404, 'resource_not_found', { detail: noSuchPath(path, routes) });
  return new Problem(405, 'bad_request', {
    detail: `The path does not have the method ${method}.`,
    headers: { allow: [...methods].sort().join(', ') },
  });
}

function noSuchPath(path: string, routes: readonly Route[]): string {
  const nearest = nearestPath(
    path,
    routes.map(({ template }) => template),
  );
  return `There is no such path. Paths of the API begin with /api/v4 and have no / at the end${nearest ? `; the nearest one is ${nearest}` : ''}.`;
}
