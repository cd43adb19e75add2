import { type DescMessage, fromBinary, type Message, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, bytes, columnsOf, sqlStatement, text, typesOf, uuid } from '../../../libraries/typed-sql/index.ts';
import { partsOf } from '../idempotency/idempotency.ts';
import { idempotencyKeys } from '../platform-tables.ts';

/** How messages of a type, in an answer that is kept for a repeated request, forget a person. */
export interface ErasedMessage {
  readonly schema: DescMessage;
  erase(message: Message, userId: string): void;
}

/** @param erase changes a message of the type if it is about the person */
export function erasedMessage<D extends DescMessage>(
  schema: D,
  erase: (message: MessageShape<D>, userId: string) => void,
): ErasedMessage {
  return { schema, erase: erase as ErasedMessage['erase'] };
}

interface Of {
  readonly institutionId: string;
  readonly userId: string;
}

interface Contract {
  readonly messages: readonly ErasedMessage[];
  /** The response's type of a method; undefined of an unknown one. */
  schemaOf(method: string): DescMessage | undefined;
}

/** The place behind an answer. */
export interface AnswerPosition {
  readonly holder: string;
  readonly key: string;
}

export const FIRST_ANSWER: AnswerPosition = { holder: '', key: '' };

/**
 * Makes the next answers that name a person's id forget the person: a repeated request is answered with what is left.
 * One that cannot be read goes.
 * @returns the place behind them, or null at the end
 */
export async function eraseInAnswers(
  tx: Tx,
  { institutionId, userId }: Of,
  { messages, schemaOf }: Contract,
  after: AnswerPosition,
): Promise<AnswerPosition | null> {
  const page = await tx.rows(NAMING, { institutionId, ...after, named: Buffer.from(userId), limit: PAGE });
  for (const { holder, key, method, response } of page) {
    const schema = method === null ? undefined : schemaOf(method);
    const answer = { institutionId, holder, key };
    if (!schema) {
      tx.write(REMOVE, answer);
      continue;
    }
    const message = fromBinary(schema, response);
    eraseIn(reflect(schema, message), messages, userId);
    tx.write(WRITE, { ...answer, response: Buffer.from(toBinary(schema, message)) });
  }
  const last = page.at(-1);
  return page.length < PAGE || !last ? null : { holder: last.holder, key: last.key };
}

function eraseIn(message: ReflectMessage, erased: readonly ErasedMessage[], userId: string): void {
  for (const { schema, erase } of erased) if (schema.typeName === message.desc.typeName) erase(message.message, userId);
  for (const field of message.fields)
    if (field.message && message.isSet(field))
      for (const part of partsOf(message, field)) eraseIn(part, erased, userId);
}

const PAGE = 200;
const NAMED = ['holder', 'key', 'method', 'response'] as const;
const KEY = { institutionId: uuid(), holder: text(), key: text() };

const NAMING = sqlStatement(idempotencyKeys, 'naming', {
  writes: true,
  parameters: { ...KEY, named: bytes(), limit: bigint() },
  result: typesOf(idempotencyKeys, NAMED),
  text: ($) => `SELECT ${columnsOf(idempotencyKeys, 'k', NAMED)} FROM idempotency_keys k
   WHERE k.institution_id = ${$.institutionId} AND (k.holder COLLATE "C", k.key COLLATE "C") > (${$.holder}, ${$.key})
     AND position(${$.named} IN k.response) > 0
   ORDER BY k.holder COLLATE "C", k.key COLLATE "C" LIMIT ${$.limit} FOR NO KEY UPDATE`,
});

const WRITE = sqlStatement(idempotencyKeys, 'erase', {
  writes: true,
  parameters: { ...KEY, response: bytes() },
  result: {},
  text: ($) => `UPDATE idempotency_keys SET response = ${$.response}
   WHERE institution_id = ${$.institutionId} AND holder = ${$.holder} AND key = ${$.key}`,
});

const REMOVE = sqlStatement(idempotencyKeys, 'remove', {
  writes: true,
  parameters: KEY,
  result: {},
  text: ($) => `DELETE FROM idempotency_keys
   WHERE institution_id = ${$.institutionId} AND holder = ${$.holder} AND key = ${$.key}`,
});
