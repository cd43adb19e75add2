import type { TestClient } from '../../../test/support/test-client.ts';
import type { Integrator } from '../traffic/integrator.ts';
import type { Kind } from '../traffic/kinds.ts';

/** All records of a list; undefined if a page could not be read. */
export async function readAll<Row>(
  integrator: Integrator,
  kind: Kind,
  client: TestClient,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Row[] | undefined> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const answer = await integrator.read(kind, client, path, { limit: '100', ...query, ...(cursor && { cursor }) });
    if (!answer) return undefined;
    rows.push(...answer.body.data);
    cursor = answer.body.pagination.next_cursor;
  }
  return rows;
}
