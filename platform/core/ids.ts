import { randomBytes, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** The source of new identifiers, and the only module that uses randomness for them. */
export interface Ids {
  /** A new UUIDv7: sorts by creation, opaque to clients (decisions 1.1). */
  newId(): string;
  /** A new request id, used if the client sends none (decisions 1.3). */
  newRequestId(): string;
  /** A new client id: the user name of an integration's credentials. It is recognisable in a configuration and not a secret. */
  newClientId(): string;
  /** A new client secret: 32 random bytes in base64url. Show it once and store only its hash. */
  newSecret(): string;
}

export const systemIds: Ids = {
  newId: () => v7(),
  newRequestId: () => randomUUID(),
  newClientId: () => `lyceum-${randomBytes(12).toString('base64url')}`,
  newSecret: () => randomBytes(32).toString('base64url'),
};

const CLIENT_ID = /^lyceum-[A-Za-z0-9_-]{16}$/;

/** Whether a text has the form of {@link Ids.newClientId}. If not, skip the lookup. */
export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether an id from a client can be the id of a record. An id that is not a UUID names nothing (decisions 1.1) and must not reach the
 * database, where its cast to `uuid` would fail.
 */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
