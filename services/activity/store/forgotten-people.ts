import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, bytes, instant, sqlStatement, typesOf, uuid } from '../../../libraries/typed-sql/index.ts';
import { mapInChunks } from '../../../platform/core/event-loop.ts';
import { cutPage, type Keyset } from '../../../platform/core/paging.ts';
import type { Transactions } from '../../../platform/data/database.ts';
import type { StoredRequest } from '../domain/chunks.ts';
import { type Texts, withoutPerson } from '../domain/forget.ts';
import { forgottenPeople, requestChunks } from './tables.ts';

interface Person {
  readonly institutionId: string;
  readonly userId: string;
}

/** Whether no record says anything of a person any more. */
export async function isForgotten(db: Reader, { institutionId, userId }: Person): Promise<boolean> {
  return (await db.rows(FIND, { institutionId, userId })).length > 0;
}

export function noteForgotten(tx: Tx, person: Person): void {
  const { institutionId, userId } = person;
  tx.write(NOTE, { institutionId, userId });
}

interface Page {
  readonly institutionId: string;
  /** After which it begins, by second and id. */
  readonly keyset: Keyset;
  /** Instant text; requests after it are left alone. */
  readonly until: string;
}

/** Takes what names a person from a page of requests. @returns where the next page begins; null at the end */
export async function forgetInPage(
  tx: Tx,
  { institutionId, keyset, until }: Page,
  texts: Texts,
): Promise<Omit<Keyset, 'limit'> | null> {
  const { sort: second, id, limit } = keyset;
  const { rows, hasMore } = cutPage(await tx.rows(PAGE_OF, { institutionId, second, id, until, limit }), keyset);
  await mapInChunks(rows, ({ requests, ...key }) => {
    const stored: StoredRequest[] = JSON.parse(zstdDecompressSync(requests).toString());
    const left = stored.map((request) => withoutPerson(request, texts));
    if (left.every((request, index) => request === stored[index])) return;
    tx.write(WRITE, { ...key, institutionId, requests: zstdCompressSync(JSON.stringify(left)) });
  });
  const last = rows.at(-1);
  return hasMore && last ? { sort: last.second, id: last.id } : null;
}

/** Has all requests of an institution forget a person, in many transactions. */
export async function forgetPerson(db: Transactions, person: Person, texts: Texts, until = 'infinity'): Promise<void> {
  const { institutionId, userId } = person;
  let next: Omit<Keyset, 'limit'> | null = FIRST;
  do {
    const page: Page = { institutionId, keyset: { ...next, limit: PAGE }, until };
    next = await db.transaction((tx) => forgetInPage(tx, page, texts), { of: 'trace' });
  } while (next !== null);
  await db.transaction(async (tx) => noteForgotten(tx, { institutionId, userId }), { of: 'trace' });
}

const PAGE = 100;
const FIRST = { sort: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const KEY = { institutionId: uuid(), second: instant(), id: uuid() };

const FIND = sqlStatement(forgottenPeople, 'find', {
  parameters: { institutionId: uuid(), userId: uuid() },
  result: { userId: uuid() },
  text: ($) => `SELECT p.user_id AS "userId" FROM forgotten_people p
   WHERE p.institution_id = ${$.institutionId} AND p.user_id = ${$.userId}`,
});

const NOTE = sqlStatement(forgottenPeople, 'note', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid() },
  result: {},
  text: ($) => `INSERT INTO forgotten_people (institution_id, user_id) VALUES (${$.institutionId}, ${$.userId})
   ON CONFLICT DO NOTHING`,
});

const PAGE_OF = sqlStatement(requestChunks, 'page_of_institution', {
  parameters: { ...KEY, until: instant(), limit: bigint() },
  result: typesOf(requestChunks, ['integrationId', 'second', 'id', 'requests']),
  text: ($) => `SELECT c.integration_id AS "integrationId", c.second, c.id, c.requests FROM request_chunks c
   WHERE c.institution_id = ${$.institutionId} AND c.second >= ${$.second} AND (c.second, c.id) > (${$.second}, ${$.id})
     AND c.second <= ${$.until}
   ORDER BY c.second, c.id LIMIT ${$.limit}`,
});

const WRITE = sqlStatement(requestChunks, 'forget', {
  writes: true,
  parameters: { ...KEY, integrationId: uuid(), requests: bytes() },
  result: {},
  text: ($) => `UPDATE request_chunks SET requests = ${$.requests}
   WHERE institution_id = ${$.institutionId} AND integration_id = ${$.integrationId} AND second = ${$.second} AND id = ${$.id}`,
});
