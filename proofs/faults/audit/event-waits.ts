import { query } from '../../../test/support/postgres/query.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';
import type { Phase } from '../injections/fault.ts';

/**
 * The longest time that an event waits when the process that delivers it hangs, in milliseconds: see `docs/events.md`.
 */
export const TAKEOVER_MS = 10_000;

/** The time that an event waited in its outbox. */
export interface EventWait {
  readonly type: string;
  /** When it occurred, in epoch milliseconds. */
  readonly from: number;
  /** When it was published, in epoch milliseconds. */
  readonly to: number;
}

/** Reads the waits of all published events. */
export async function readWaits(databaseUrl: (service: Service) => string): Promise<EventWait[]> {
  return (await Promise.all(SERVICES.map((service) => query<EventWait>(databaseUrl(service), WAITS)))).flat();
}

/**
 * Describes the events that waited in their outbox for longer than `atMostMs`. The time of a fault that delays events
 * is not counted, nor the time after it until requests succeed again.
 */
export function judgeWaits(waits: readonly EventWait[], phases: readonly Phase[], atMostMs: number): string[] {
  const outages = phases.filter(({ fault }) => fault.holdsEvents);
  return waits.flatMap(({ type, from, to }) => {
    const held = outages.map(({ began, ended }) => Math.min(to, wall(ended)) - Math.max(from, wall(began)));
    const waitedMs = to - from - held.filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0);
    return waitedMs > atMostMs ? [`an event ${type} waited for ${Math.round(waitedMs)} ms`] : [];
  });
}

/** Converts a time of the monotonic clock to epoch milliseconds. */
function wall(ms: number): number {
  return performance.timeOrigin + ms;
}

const WAITS = `SELECT type, extract(epoch FROM occurred_at)::float8 * 1000 AS from, extract(epoch FROM published_at)::float8 * 1000 AS to
  FROM outbox WHERE published_at IS NOT NULL`;
