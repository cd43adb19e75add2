import { v4, v7 } from 'uuid';

/** Where new identifiers come from: the one place that draws randomness for them. */
export interface Ids {
  /** A new UUIDv7: sorts by creation, opaque to clients (decisions 1.1). */
  newId(): string;
  /** A new request id, used when a client names none of its own (decisions 1.3). */
  newRequestId(): string;
}

export const systemIds: Ids = { newId: () => v7(), newRequestId: () => v4() };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether a client's id can be the id of anything. An id that is no UUID names nothing (decisions 1.1), and must not reach the
 * database, where its cast to `uuid` would fail.
 */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
