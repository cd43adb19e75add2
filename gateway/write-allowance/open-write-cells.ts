import type { NatsLink } from '../../services/chassis/nats/nats-link.ts';
import { NatsSharedCells, type SharedCells } from '../../services/chassis/nats/shared-cells.ts';

/** Where all gateways put together what clients write in a day. While it cannot be reached each counts on its own. */
export async function openWriteCells(link: NatsLink, replicas: number): Promise<SharedCells> {
  const cells = new NatsSharedCells({
    link,
    replicas,
    bucket: 'LYCEUM_WRITES',
    ttlMs: TWO_DAYS_MS,
    patienceMs: PATIENCE_MS,
  });
  await cells.open().catch(() => undefined);
  return cells;
}

const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;
/** Nobody waits for it. */
const PATIENCE_MS = 5_000;
