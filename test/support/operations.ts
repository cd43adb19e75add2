import { randomUUID } from 'node:crypto';
import { type Endpoint, isPublic } from '../../gateway/endpoint/endpoint.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { neededQuery } from '../../site/openapi/needed-query.ts';
import type { TestRequest } from './test-messages.ts';

export type Operation = readonly [name: string, endpoint: Endpoint];

/**
 * Every gateway operation that requires credentials, by name (`GET /users/{id}`), for tests that hold for all of them.
 */
export const operations: readonly Operation[] = endpoints
  .filter((endpoint) => !isPublic(endpoint))
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);

/** Whether the path has an id. */
export function hasId({ path }: Endpoint): boolean {
  return path.includes('{');
}

/** An operation's path with `id` as every path parameter. */
export function pathWith({ path }: Endpoint, id: string): string {
  return path.replaceAll(/\{\w+\}/g, id);
}

/** An operation's path with its path parameters filled from `ids`, and with its required query. */
export function pathNaming(endpoint: Endpoint, ids: Readonly<Record<string, string>>): string {
  return `${endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')}${neededQuery(endpoint)}`;
}

/** The document's example request, with a new idempotency key if the operation takes one. */
export function exampleRequest(endpoint: Endpoint): TestRequest {
  return endpoint.kind === 'write' ? { json: endpoint.bodyExample, key: randomUUID() } : {};
}

/** The methods of an operation's path, including those of operations whose path pattern also matches it. */
export function methodsOf(endpoint: Endpoint): string[] {
  const path = `/api/v4${pathWith(endpoint, 'id')}`;
  const methods = new Set<string>(
    patterns.filter(({ pattern }) => pattern.test(path)).map((each) => each.endpoint.method),
  );
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** The operation a request reaches; HEAD counts as GET. @param path with the prefix `/api/v4` */
export function findOperation(method: string, path: string): Endpoint | undefined {
  const effective = method === 'HEAD' ? 'GET' : method;
  return patterns.find(({ endpoint, pattern }) => endpoint.method === effective && pattern.test(path))?.endpoint;
}

/** The member's id for the query of an operation that requires it there; otherwise nothing. */
export function queryNaming<M>(endpoint: Endpoint, member: M): M | Record<never, never> {
  return endpoint.member && endpoint.member !== 'filter' && endpoint.kind !== 'write' ? member : {};
}

/** The same in a body. */
export function bodyNaming<M>(endpoint: Endpoint, member: M): M | Record<never, never> {
  return endpoint.member && endpoint.kind === 'write' ? member : {};
}

const patterns = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^/api/v4${pathWith(endpoint, '[^/]+').replaceAll('.', '\\.')}$`),
}));
