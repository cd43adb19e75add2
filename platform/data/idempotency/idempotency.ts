import {
  clone,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import pg from 'pg';
import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { bytes, instant, listsOf, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { keyHolder, type TenantActor } from '../../core/actor.ts';
import type { IdempotencyKey, Reply } from '../../core/call-context.ts';
import { refuse } from '../../core/errors/refusal.ts';
import { DAY_MS, toInstantText } from '../../core/instant.ts';
import type { Transactions } from '../database.ts';
import { idempotencyKeys } from '../platform-tables.ts';
import { untilReplicated } from '../replication.ts';
import { refuseIfItStandsStill } from '../standstill/fence.ts';

export interface ClaimedKey extends IdempotencyKey {
  readonly actor: TenantActor;
  /** The command's instant, in epoch milliseconds. */
  readonly now: number;
}

/** The reply that a command is about to send. */
interface StoredReply<O extends DescMessage> {
  readonly requestId: string;
  readonly schema: O;
  readonly message: MessageShape<O>;
  /** The message in protobuf's binary form. */
  readonly encoded: Uint8Array;
  readonly method: DescMethod;
}

/** How long a successful reply is replayed (decisions 5.3), in milliseconds. */
const RETENTION_MS = DAY_MS;

/**
 * Claims the key until the transaction ends. Must be sent before all writes: if the key is in flight or completed, the
 * transaction fails. Two commands with one key in a shared transaction do not exclude each other by the lock, but the
 * second one finds the record of the first.
 * @param openId an institution: if it stands still, the transaction fails; then it is `claimed`
 */
export function claimKey(tx: Tx, key: ClaimedKey, openId: string | null): void {
  tx.write(CLAIM, { ...recordId(key), at: toInstantText(key.now), openId });
}

/**
 * Writes the record of a success, in the transaction of its change (decisions 5.4). Secrets are shown only in the first
 * response and never stored: a replay returns the response without them.
 */
export function rememberReply<O extends DescMessage>(
  tx: Tx,
  key: ClaimedKey,
  { requestId, schema, message, encoded, method }: StoredReply<O>,
): void {
  const shown = withoutSecrets(schema, message);
  tx.write(REMEMBER, {
    ...recordId(key),
    fingerprint: key.fingerprint,
    response: Buffer.from(shown === message ? encoded : toBinary(schema, shown)),
    requestId,
    createdAt: toInstantText(key.now),
    expiresAt: toInstantText(key.now + RETENTION_MS),
    method: methodName(method),
  });
}

/** The name of a method in the records of keys. */
export function methodName({ parent, name }: DescMethod): string {
  return `${parent.typeName}/${name}`;
}

/** Whether a transaction failed because its key is in flight or completed. */
export function isClaimFailure(error: unknown): boolean {
  return isInFlight(error) || (error instanceof pg.DatabaseError && error.code === COMPLETED);
}

/**
 * The reply for a key, if the failure does not take precedence (decisions 1.4). Returns the first reply again; throws
 * KEY_REUSED if another request left the record, and KEY_IN_FLIGHT if the key's first request still runs. Returns null
 * if the key is free: the failure stands, unless it was the claim's, whose record has been swept meanwhile.
 */
export async function settleByKey<O extends DescMessage>(
  db: Reader & Transactions,
  key: ClaimedKey,
  method: DescMethodUnary<DescMessage, O>,
  failure: unknown,
): Promise<Reply<MessageShape<O>> | null> {
  if (isInFlight(failure)) refuse('KEY_IN_FLIGHT', { cause: failure });
  const record = await findRecord(db, key);
  if (!record) return null;
  if (record.fingerprint !== key.fingerprint) refuse('KEY_REUSED');
  await untilReplicated(db);
  return {
    message: fromBinary(method.output, record.response),
    encoded: record.response,
    metadata: { replayed: true, requestId: record.requestId, timestamp: record.createdAt },
  };
}

async function findRecord(db: Reader, key: ClaimedKey) {
  try {
    const [record] = await db.rows(FIND, { ...recordId(key), at: toInstantText(key.now) });
    return record;
  } catch (error) {
    if (isInFlight(error)) refuse('KEY_IN_FLIGHT', { cause: error });
    throw error;
  }
}

function isInFlight(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === IN_FLIGHT;
}

function recordId({ actor, key }: ClaimedKey) {
  return { institutionId: actor.institutionId, holder: keyHolder(actor), key };
}

/** SQLSTATEs raised by the functions claim_idempotency_key and find_idempotency_record. */
const IN_FLIGHT = 'LY001';
const COMPLETED = 'LY002';

const KEY_PARAMETERS = { institutionId: uuid(), holder: text(), key: text(), at: instant() };

const CLAIM = sqlStatement(idempotencyKeys, 'claim', {
  parameters: { ...KEY_PARAMETERS, openId: uuid().nullable() },
  result: {},
  text: ($) => `SELECT FROM claim_idempotency_key(${$.institutionId}, ${$.holder}, ${$.key}, ${$.at})
   WHERE (${refuseIfItStandsStill(`s.institution_id = ${$.openId}`)}) IS NULL`,
});

const REMEMBER = sqlStatement(idempotencyKeys, 'remember', {
  writes: true,
  parameters: idempotencyKeys.columns,
  result: {},
  text: ($) => {
    const { columns, values } = listsOf(idempotencyKeys, $);
    return `INSERT INTO idempotency_keys (${columns}) VALUES (${values})`;
  },
});

const FIND = sqlStatement(idempotencyKeys, 'find', {
  parameters: KEY_PARAMETERS,
  result: { fingerprint: text(), response: bytes(), requestId: text(), createdAt: instant() },
  text: ($) => `SELECT fingerprint, response, request_id AS "requestId", created_at AS "createdAt"
   FROM find_idempotency_record(${$.institutionId}, ${$.holder}, ${$.key}, ${$.at})`,
});

/** Whether the contract marks a field as secret (`debug_redact`). */
export function isSecret(field: DescField): boolean {
  return field.proto.options?.debugRedact === true;
}

/** Whether messages of a type have a secret field, at any depth. */
export function holdsSecrets(schema: DescMessage): boolean {
  const known = holders.get(schema);
  if (known !== undefined) return known;
  const holds = secretsWithin(schema, new Set());
  holders.set(schema, holds);
  return holds;
}

/** A copy of the message without its secret fields, at every depth; the message itself if its type has none. */
export function withoutSecrets<D extends DescMessage>(schema: D, message: MessageShape<D>): MessageShape<D> {
  if (!holdsSecrets(schema)) return message;
  const copy = clone(schema, message);
  strip(reflect(schema, copy));
  return copy;
}

const holders = new WeakMap<DescMessage, boolean>();

/** @param seen types that were checked already: a message may contain its own type */
function secretsWithin(schema: DescMessage, seen: Set<DescMessage>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  return schema.fields.some((field) => isSecret(field) || (field.message && secretsWithin(field.message, seen)));
}

function strip(message: ReflectMessage): void {
  for (const field of message.fields) {
    if (isSecret(field)) message.clear(field);
    else if (field.message && message.isSet(field)) for (const part of partsOf(message, field)) strip(part);
  }
}

/** The messages in a field: one, or those of a list or a map. */
export function partsOf(message: ReflectMessage, field: DescField): ReflectMessage[] {
  if (field.fieldKind === 'list') return [...message.get(field)] as ReflectMessage[];
  if (field.fieldKind === 'map') return [...message.get(field).values()] as ReflectMessage[];
  return [message.get(field) as ReflectMessage];
}
