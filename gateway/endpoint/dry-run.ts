import type { Endpoint, WriteEndpoint } from './endpoint.ts';

/** Dry runs have the paths of their operations below this one. */
export const DRY_RUNS = '/dry-run';

/** Whether an operation can be tried: everything that it does is one transaction, which can be undone. */
export function hasDryRun(endpoint: Endpoint): endpoint is WriteEndpoint {
  return endpoint.kind === 'write' && endpoint.hasDryRun !== false;
}
