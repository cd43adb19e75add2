import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../endpoint/endpoint.ts';
import { Problem } from '../problem/problem.ts';

/** Answers what no route takes: 405 with Allow where the path has other methods, else 404. Authentication and rate limit come first. */
export function answerUnknownRoutes(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  for (const { path, method } of endpoints) {
    const known = paths.get(path) ?? {
      pattern: new RegExp(`^/api/v4${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      methods: new Set(),
    };
    known.methods.add(method);
    if (method === 'GET') known.methods.add('HEAD');
    paths.set(path, known);
  }
  app.setNotFoundHandler((request) => {
    const { pathname } = new URL(request.url, 'http://gateway');
    const methods = new Set(
      [...paths.values()].filter(({ pattern }) => pattern.test(pathname)).flatMap((path) => [...path.methods]),
    );
    if (methods.size === 0) throw new Problem(404, 'resource_not_found', { detail: 'There is no such resource.' });
    throw new Problem(405, 'bad_request', {
      detail: `The path does not have the method ${request.method}.`,
      headers: { allow: [...methods].sort().join(', ') },
    });
  });
}
