import { query } from '../../support/query.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';

/** How long an event has waited in its outbox. */
export interface EventWait {
  /** When it was told, in epoch milliseconds. */
  readonly toldAt: number;
  readonly ms: number;
}

/** Of all events that were published. */
export async function readWaits(databaseUrl: (service: Service) => string): Promise<EventWait[]> {
  return (await Promise.all(SERVICES.map((service) => query<EventWait>(databaseUrl(service), WAITS)))).flat();
}

const WAITS = `SELECT extract(epoch FROM occurred_at)::float8 * 1000 AS "toldAt",
  extract(epoch FROM published_at - occurred_at)::float8 * 1000 AS ms FROM outbox WHERE published_at IS NOT NULL`;
