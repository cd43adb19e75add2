import { randomBytes, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Where new identifiers come from: the one place that draws randomness for them. */
export interface Ids {
  /** A new UUIDv7: sorts by creation, opaque to clients (decisions 1.1). */
  newId(): string;
  /** A new request id, used when a client names none of its own (decisions 1.3). */
  newRequestId(): string;
  /** A new client id: the user name of an integration's credentials, recognisable in a configuration, and no secret. */
  newClientId(): string;
  /** A new client secret: 32 random bytes in base64url. Whoever draws it shows it once and keeps its hash. */
  newSecret(): string;
}

export const systemIds: Ids = {
  newId: () => v7(),
  newRequestId: () => randomUUID(),
  newClientId: () => `lyceum-${randomBytes(12).toString('base64url')}`,
  newSecret: () => randomBytes(32).toString('base64url'),
};

const CLIENT_ID = /^lyceum-[A-Za-z0-9_-]{16}$/;

/** Whether a text can be a client id, as {@link Ids.newClientId} makes them: what cannot need not be looked for. */
export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether a client's id can be the id of anything. An id that is no UUID names nothing (decisions 1.1), and must not reach the
 * database, where its cast to `uuid` would fail.
 */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
