import type { Endpoint } from '../endpoint/endpoint.ts';

/**
 * Every status that an operation can answer: what follows from its nature, and what it declares beyond that. A request that is refused
 * before its route is known (405, 431) belongs to no operation.
 */
export function statusesOf(endpoint: Endpoint): number[] {
  const statuses = new Set([...ALWAYS, ...(endpoint.errors ?? [])]);
  const add = (...more: number[]) => {
    for (const status of more) statuses.add(status);
  };
  if (endpoint.path.includes('{')) add(404, 422);
  if (endpoint.kind === 'read') add(200, 304);
  if (endpoint.kind === 'list') add(200);
  if (endpoint.kind === 'write') {
    add(endpoint.success);
    if (endpoint.body) add(413, 415, endpoint.bodyFaultStatus);
    if (endpoint.idempotencyKey) add(409, 422);
    if (endpoint.ifMatch) add(412);
    if (endpoint.ifMatch === 'required') add(428);
  }
  return [...statuses].sort((a, b) => a - b);
}

const ALWAYS = [400, 401, 429, 500, 503];
