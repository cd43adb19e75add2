import type { NatsLink } from '../../platform/events/nats/nats-link.ts';
import { NatsSharedCells, type SharedCells } from '../../platform/events/nats/shared-cells.ts';
import { WRITES_BUCKET } from '../nats-user.ts';

/** Opens the cells in which all gateways add up what clients write in a day. While they are unavailable, each gateway counts on its own. */
export async function openWriteCells(link: NatsLink): Promise<SharedCells> {
  const cells = new NatsSharedCells({ link, bucket: WRITES_BUCKET, timeoutMs: TIMEOUT_MS });
  await cells.open().catch(() => undefined);
  return cells;
}

/** Long, because no request waits for it. */
const TIMEOUT_MS = 5_000;
