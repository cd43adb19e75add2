import { type DescMessage, type DescMethodUnary, fromBinary, type MessageShape } from '@bufbuild/protobuf';
import pg from 'pg';
import { keyHolder, type TenantActor } from '../actor.ts';
import type { IdempotencyKey } from '../call-context.ts';
import { type Reader, statement, type Tx } from '../db/statement.ts';
import { refuse } from '../errors/refusal.ts';
import { toInstantText } from '../instant.ts';
import type { Reply } from '../operation.ts';

export interface ClaimedKey extends IdempotencyKey {
  readonly actor: TenantActor;
  /** The command's instant, in epoch milliseconds. */
  readonly now: number;
}

/** How long a completed success is replayed (decisions 5.3), in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Claims the key until the transaction ends. Sent first: when the key is in flight or completed, all that follows it is undone. */
export function claimKey(tx: Tx, key: ClaimedKey): void {
  tx.write(CLAIM, [...recordId(key), toInstantText(key.now)]);
}

/** Writes the record of a success, in the transaction of the change it stands for (decisions 5.4). */
export function rememberReply(
  tx: Tx,
  key: ClaimedKey,
  reply: { readonly requestId: string; readonly encoded: Uint8Array },
): void {
  tx.write(REMEMBER, [
    ...recordId(key),
    key.fingerprint,
    Buffer.from(reply.encoded),
    reply.requestId,
    toInstantText(key.now),
    toInstantText(key.now + KEPT_MS),
  ]);
}

/** Whether a transaction failed because its key is in flight or completed. */
export function isClaimFailure(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && (error.code === IN_FLIGHT || error.code === COMPLETED);
}

/**
 * Answers by the key, where a failure does not come before it (decisions 1.4): the first reply again, KEY_REUSED when another request left
 * the record, KEY_IN_FLIGHT when the key's first request still runs; null when the key is free, so that the failure stands.
 */
export async function settleByKey<O extends DescMessage>(
  db: Reader,
  key: ClaimedKey,
  method: DescMethodUnary<DescMessage, O>,
  failure: unknown,
): Promise<Reply<MessageShape<O>> | null> {
  const claimFailure = isClaimFailure(failure) ? failure : await tryClaim(db, key);
  if (claimFailure === null) return null;
  if (claimFailure.code === IN_FLIGHT) refuse('KEY_IN_FLIGHT', { cause: claimFailure });
  const [record] = await db.rows<RecordRow>(FIND, [...recordId(key), toInstantText(key.now)]);
  if (!record) return null;
  if (record.fingerprint !== key.fingerprint) refuse('KEY_REUSED');
  return {
    message: fromBinary(method.output, record.response),
    encoded: record.response,
    facts: { replayed: true, requestId: record.request_id, timestamp: record.created_at },
  };
}

/** Claims the key and lets go of it at once: a request that was refused before its claim was sent may still be the second of its key. */
async function tryClaim(db: Reader, key: ClaimedKey): Promise<pg.DatabaseError | null> {
  try {
    await db.rows(CLAIM, [...recordId(key), toInstantText(key.now)]);
    return null;
  } catch (error) {
    if (isClaimFailure(error)) return error;
    throw error;
  }
}

interface RecordRow {
  fingerprint: string;
  response: Buffer;
  request_id: string;
  created_at: string;
}

function recordId(key: ClaimedKey): [string, string, string] {
  return [key.actor.institutionId, keyHolder(key.actor), key.key];
}

/** SQLSTATEs raised by the function claim_idempotency_key. */
const IN_FLIGHT = 'LY001';
const COMPLETED = 'LY002';

const CLAIM = statement('idempotency_claim', 'SELECT claim_idempotency_key($1, $2, $3, $4)');

const REMEMBER = statement(
  'idempotency_remember',
  `INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   ON CONFLICT (institution_id, holder, key) DO UPDATE SET
     fingerprint = excluded.fingerprint, response = excluded.response, request_id = excluded.request_id,
     created_at = excluded.created_at, expires_at = excluded.expires_at`,
);

const FIND = statement(
  'idempotency_find',
  `SELECT fingerprint, response, request_id, created_at FROM idempotency_keys
   WHERE institution_id = $1 AND holder = $2 AND key = $3 AND expires_at > $4`,
);
