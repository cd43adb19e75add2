import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { systemClock } from './clock.ts';

/** The source of new identifiers, and the only module that uses randomness for them. */
export interface Ids {
  /** A new UUIDv7: sorts by creation, opaque to clients (decisions 1.1). */
  newId(): string;
  /**
   * A new request id, used if the client sends none (decisions 1.3): a UUIDv7, so that the records of requests are
   * indexed where those before them are.
   */
  newRequestId(): string;
  /** A new client id: the user name of an integration's credentials, recognisable and not a secret. */
  newClientId(): string;
  /** A new client secret: 32 random bytes in base64url. Show it once and store only its hash. */
  newSecret(): string;
}

export const systemIds: Ids = {
  newId,
  newRequestId: newId,
  newClientId: () => `lyceum-${randomBytes(12).toString('base64url')}`,
  newSecret: () => randomBytes(32).toString('base64url'),
};

const ID_BYTES = 16;
/** Drawn for many ids at once: for one at a time, the call costs most of what an id does. */
const drawn = Buffer.alloc(256 * ID_BYTES);
let used = drawn.length;
/**
 * The time and the counter of the last id, in epoch milliseconds: ids of one process sort in the order of creation (RFC
 * 9562, 6.2, method 1).
 */
let [msecs, seq] = [0, 0];

function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const random = drawn.subarray(used, used + ID_BYTES);
  used += ID_BYTES;
  const now = systemClock.now();
  // The highest bit is left to the counter.
  [msecs, seq] = now > msecs ? [now, random.readUInt32BE() >>> 1] : [msecs, seq + 1];
  return v7({ msecs, seq, random });
}

const CLIENT_ID = /^lyceum-[A-Za-z0-9_-]{16}$/;

/** Whether a text has the form of {@link Ids.newClientId}. If not, skip the lookup. */
export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Whether an id from a client can be the id of a record. An id that is not a UUID names nothing (decisions 1.1) and
 * must not reach the database, where its cast to `uuid` would fail.
 */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/**
 * The id of a request: the one that its caller has given it, if it is well-formed and holds nothing that looks like a
 * secret, otherwise a new one (decisions 1.3). It stands in answers, and in the logs of all processes.
 */
export function requestIdOf(given: unknown, ids: Pick<Ids, 'newRequestId'>): string {
  return typeof given === 'string' && GIVEN.test(given) && !holdsSecret(given) ? given : ids.newRequestId();
}

/** Whether a run of characters is as long and as mixed as keys, tokens and client secrets are. */
function holdsSecret(given: string): boolean {
  const runs = given.match(/[\w-]{32,}/g) ?? [];
  return runs.some((run) => MIXED.every((kind) => kind.test(run)));
}

const GIVEN = /^[A-Za-z0-9._-]{1,128}$/;
const MIXED = [/[a-z]/, /[A-Z]/, /\d/];
