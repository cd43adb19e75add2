import { query } from '../../support/query.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';
import type { Phase } from '../injections/fault.ts';

/** How long an event waits at most when the process hangs that delivers, in milliseconds: `docs/events.md`. */
export const TAKEOVER_MS = 10_000;

/** How long an event has waited in its outbox. */
export interface EventWait {
  readonly type: string;
  /** When it occurred, in epoch milliseconds. */
  readonly from: number;
  /** When it was published, in epoch milliseconds. */
  readonly to: number;
}

/** Of all events that were published. */
export async function readWaits(databaseUrl: (service: Service) => string): Promise<EventWait[]> {
  return (await Promise.all(SERVICES.map((service) => query<EventWait>(databaseUrl(service), WAITS)))).flat();
}

/**
 * Which events waited longer in their outbox than `atMostMs`, in words. While a fault lasts that delays them, and until requests succeed again, their time is
 * not counted.
 */
export function judgeWaits(waits: readonly EventWait[], phases: readonly Phase[], atMostMs: number): string[] {
  const outages = phases.filter(({ fault }) => fault.holdsEvents);
  return waits.flatMap(({ type, from, to }) => {
    const held = outages.map(({ began, ended }) => Math.min(to, wall(ended)) - Math.max(from, wall(began)));
    const waitedMs = to - from - held.filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0);
    return waitedMs > atMostMs ? [`an event ${type} waited for ${Math.round(waitedMs)} ms`] : [];
  });
}

/** An instant of the monotonic clock by the machine's. */
function wall(ms: number): number {
  return performance.timeOrigin + ms;
}

const WAITS = `SELECT type, extract(epoch FROM occurred_at)::float8 * 1000 AS from, extract(epoch FROM published_at)::float8 * 1000 AS to
  FROM outbox WHERE published_at IS NOT NULL`;
