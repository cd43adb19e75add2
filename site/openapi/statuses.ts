import { type Endpoint, isPublic } from '../../gateway/endpoint/endpoint.ts';
import { endpointNeed } from '../../gateway/endpoint/endpoint-need.ts';
import { problemOf } from '../../gateway/problem/problems.ts';

/**
 * Every status that an operation can answer, in ascending order: those that follow from its kind, and those it
 * declares. A request that is rejected before its operation is known (405) belongs to none.
 */
export function statusesOf(endpoint: Endpoint): number[] {
  const statuses = new Set([...COMMON_STATUSES, ...(isPublic(endpoint) ? [] : [401, 421]), ...(endpoint.errors ?? [])]);
  const add = (...more: number[]) => {
    for (const status of more) statuses.add(status);
  };
  if (endpointNeed(endpoint).area) add(403);
  for (const refusal of endpoint.refusals ?? []) add(problemOf(refusal, 422).status);
  if (endpoint.path.includes('{')) add(404);
  if (endpoint.path.includes('{') && !isPublic(endpoint)) add(422);
  if (endpoint.member) add(404, 422);
  if (endpoint.kind === 'read' || endpoint.kind === 'document') add(200, 304, 412);
  if (endpoint.kind === 'list') add(200);
  if (endpoint.kind === 'write') {
    // A body is read whenever one is sent, also where none is expected.
    add(endpoint.success, 409, 413, 415, 422);
    if (endpoint.body) add(endpoint.bodyFaultStatus);
    if (endpoint.ifMatch) add(412);
    if (endpoint.ifMatch === 'required') add(428);
  }
  return [...statuses].sort((a, b) => a - b);
}

const COMMON_STATUSES = [400, 429, 500, 503];
