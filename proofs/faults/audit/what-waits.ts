import { query } from '../../../test/support/postgres/query.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';

/** What waits for a process to go on with it, as names that change when it was tried. */
export type Waiting = ReadonlySet<string>;

/**
 * Reads what waits at the moment: events in outboxes, events that a consumer tries again, and deliveries that are due
 * or soon will be, such as those whose first attempt has just failed.
 */
export async function readWaiting(databaseUrl: (service: Service) => string): Promise<Waiting> {
  const read = (service: Service, text: string) =>
    query<{ name: string }>(databaseUrl(service), text, [service]).then((rows) => rows.map(({ name }) => name));
  const names = await Promise.all([
    ...SERVICES.flatMap((service) => [read(service, UNPUBLISHED), read(service, TRIED_AGAIN)]),
    read('webhooks', DUE),
  ]);
  return new Set(names.flat());
}

const UNPUBLISHED = `SELECT $1 || ': event ' || id || ' in the outbox' AS name FROM outbox WHERE published_at IS NULL`;
const TRIED_AGAIN = `SELECT $1 || ': event ' || event_id || ' for ' || consumer || ', attempt ' || attempts AS name
  FROM dead_letters WHERE dead_since IS NULL`;
const DUE = `SELECT $1 || ': delivery ' || id || ', attempt ' || attempts_made AS name
  FROM deliveries WHERE next_attempt_at <= now() + interval '10 s'`;
