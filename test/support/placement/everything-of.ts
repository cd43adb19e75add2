import { neededQuery } from '../../../site/openapi/needed-query.ts';
import { hasId, operations } from '../operations.ts';
import type { TestClient } from '../test-client.ts';

/** The ids in each list of the API that is about all of an institution, by path. */
export async function everythingOf(client: TestClient): Promise<ReadonlyMap<string, string[]>> {
  const lists = operations.flatMap(([, endpoint]) =>
    endpoint.kind === 'list' && endpoint.tag !== 'Activity' && !hasId(endpoint) && !endpoint.member ? [endpoint] : [],
  );
  const found = new Map<string, string[]>();
  for (const endpoint of lists) {
    const rows = (await client.walk(endpoint.path + neededQuery(endpoint))) as { id: string; userId?: string }[];
    found.set(
      endpoint.path,
      rows.map(({ id, userId }) => id ?? userId ?? ''),
    );
  }
  return found;
}
