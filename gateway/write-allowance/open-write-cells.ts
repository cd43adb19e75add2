import type { NatsLink } from '../../platform/events/nats/nats-link.ts';
import { NatsSharedCells, type SharedCells } from '../../platform/events/nats/shared-cells.ts';
import { WRITES_BUCKET } from '../nats-user.ts';

/** Where all gateways put together what clients write in a day. While it cannot be reached each counts on its own. */
export async function openWriteCells(link: NatsLink): Promise<SharedCells> {
  const cells = new NatsSharedCells({ link, bucket: WRITES_BUCKET.name, timeoutMs: TIMEOUT_MS });
  await cells.open().catch(() => undefined);
  return cells;
}

/** Nobody waits for it. */
const TIMEOUT_MS = 5_000;
