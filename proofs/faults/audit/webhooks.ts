import { query } from '../../../test/support/postgres/query.ts';
import type { Received, WebhookReceiver } from '../traffic/webhook-receiver.ts';
import type { Evidence, WebhookEvidence } from './evidence.ts';

export async function countPending(databaseUrl: string): Promise<number> {
  const [row] = await query<{ count: number }>(databaseUrl, PENDING);
  return row?.count ?? 0;
}

/** Reads the events that the feed has for a receiver, and adds the receiver's log. */
export async function gatherWebhooks(
  databaseUrl: string,
  institutionId: string,
  { since, log }: WebhookReceiver,
): Promise<WebhookEvidence> {
  return { expected: await query(databaseUrl, EXPECTED, [institutionId, since]), log };
}

/**
 * Checks that the receiver accepted every event, got no event of a resource before it accepted the previous one, and
 * got none of another institution.
 */
export function judgeWebhooks({ webhooks: { expected, log }, feed: { recorded, institutionId } }: Evidence): string[] {
  const broken: string[] = [];
  const sent = firstPositions(log, 'sent');
  const accepted = firstPositions(log, 'accepted');
  const missing = expected.filter(({ id }) => !accepted.has(id)).length;
  if (missing > 0) broken.push(`${missing} events were not accepted by the receiver of webhooks`);
  const own = new Set(recorded.filter((event) => event.institutionId === institutionId).map(({ id }) => id));
  const strange = [...sent.keys()].filter((id) => !own.has(id)).length;
  if (strange > 0) broken.push(`the receiver of webhooks was sent ${strange} events that its feed does not have`);
  const resources = Map.groupBy(expected, ({ resourceId }) => resourceId);
  const wrong = [...resources.values()].filter((events) =>
    events.some(({ id }, n) => {
      const before = events[n - 1];
      return (
        before && (accepted.get(before.id) ?? Number.POSITIVE_INFINITY) > (sent.get(id) ?? Number.POSITIVE_INFINITY)
      );
    }),
  );
  if (wrong.length > 0) broken.push(`webhooks of ${wrong.length} resources came before the one before was accepted`);
  return broken;
}

/** The position at which each event first occurs. */
function firstPositions(log: readonly Received[], expected: Received['what']): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [position, { id, what }] of log.entries())
    if (what === expected && !positions.has(id)) positions.set(id, position);
  return positions;
}

const PENDING = `SELECT count(*)::int AS count FROM deliveries WHERE status = 'pending'`;
const EXPECTED = `SELECT id, resource_id AS "resourceId" FROM events
  WHERE institution_id = $1 AND occurred_at > $2 ORDER BY sequence`;
