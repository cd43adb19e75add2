import type { TestService } from '../calls/start-test-service.ts';

/** An event of an outbox: its name, its resource, and the fields that changed. */
export type PublishedEvent = readonly [name: string, resourceId: string | null, changed: readonly string[] | null];

/** The events that a service has published, in the order of its outbox. */
export async function publishedEvents(
  { sql }: Pick<TestService, 'sql'>,
  by: 'institution_id' | 'resource_id' | 'request_id',
  id: string,
): Promise<PublishedEvent[]> {
  const rows = await sql<{ type: string; resource_id: string | null; changed: string[] | null }>(
    `SELECT type, resource_id, changed FROM outbox WHERE ${by} = $1 ORDER BY sequence`,
    [id],
  );
  return rows.map(({ type, resource_id, changed }) => [type.split('.').at(-1) ?? '', resource_id, changed]);
}
