import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync } from 'node:zlib';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  bytesArray,
  instant,
  integer,
  plainText,
  sqlStatement,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { type Chunk, chunksOf, type NamedRequest, namedRequestsOf, type SentRequest } from '../domain/chunks.ts';
import { namedRequests, requestChunks, requestTexts } from './tables.ts';

/** Requests as the rows that store them. */
export interface RequestRows {
  readonly texts: readonly { institutionId: string; second: string; id: string; requests: Uint8Array }[];
  readonly chunks: readonly ReturnType<typeof chunkRows>[number][];
  readonly named: readonly NamedRequest[];
}

/**
 * The rows of requests: one text for each institution, which the chunks of its integrations share; a chunk that is
 * alone holds its requests itself. They are compressed outside of the main thread, since setting a compression up takes
 * longer than the rest of a request's record.
 */
export async function requestRowsOf(requests: readonly SentRequest[]): Promise<RequestRows> {
  const rows = await Promise.all(
    [...Map.groupBy(requests, ({ institutionId }) => institutionId)].map(async ([institutionId, own]) => {
      const chunks = chunksOf(own);
      const named = namedRequestsOf(chunks);
      const requests = await compress(JSON.stringify(own));
      if (chunks.length === 1)
        return { texts: [], chunks: chunkRows(chunks, { requests, textSecond: null, textId: null }), named };
      const second = chunks.reduce((last, chunk) => (chunk.second > last ? chunk.second : last), '');
      const text = { institutionId, second, id: systemIds.newId(), requests };
      const where = { requests: NONE, textSecond: second, textId: text.id };
      return { texts: [text], chunks: chunkRows(chunks, where), named };
    }),
  );
  return {
    texts: rows.flatMap(({ texts }) => texts),
    chunks: rows.flatMap(({ chunks }) => chunks),
    named: rows.flatMap(({ named }) => named),
  };
}

const compress = promisify(zstdCompress);

/** Stores requests, in one to three statements. */
export function writeRequests(tx: Tx, { texts, chunks, named }: RequestRows): void {
  if (texts.length > 0) tx.write(INSERT_TEXTS, columnsOf(texts));
  tx.write(INSERT, columnsOf(chunks));
  if (named.length > 0) tx.write(NAME, columnsOf(named));
}

/** Rows as one array for each column. */
export function columnsOf<Row extends object>(rows: readonly Row[]): { readonly [Name in keyof Row]: Row[Name][] } {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as {
    [Name in keyof Row]: Row[Name][];
  };
}

/** @param where their requests are */
function chunkRows(chunks: readonly Chunk[], where: Where) {
  return chunks.map(({ requests, ...key }) => {
    const remaining = requests.flatMap(({ rateLimitRemaining }) => rateLimitRemaining ?? []);
    return {
      ...{ ...key, id: systemIds.newId(), count: requests.length },
      isFailed: requests.some(({ status }) => status >= 400),
      leastRemaining: remaining.length === 0 ? null : Math.min(...remaining),
      ...where,
    };
  });
}

/** The requests of a chunk, compressed, or the text that holds them. */
interface Where {
  readonly requests: Uint8Array;
  readonly textSecond: string | null;
  readonly textId: string | null;
}

const NONE = zstdCompressSync('[]');

const INSERT_TEXTS = sqlStatement(requestTexts, 'insert', {
  writes: true,
  parameters: { institutionId: uuids(), second: instant().array(), id: uuids(), requests: bytesArray() },
  result: {},
  text: ($) => `INSERT INTO request_texts (institution_id, second, id, requests)
   SELECT * FROM unnest(${$.institutionId}, ${$.second}, ${$.id}, ${$.requests})`,
});

const INSERT = sqlStatement(requestChunks, 'insert', {
  writes: true,
  parameters: {
    ...{ institutionId: uuids(), integrationId: uuids(), second: instant().array(), id: uuids() },
    ...{ isFailed: boolean().array(), count: integer().array(), leastRemaining: integer().nullable().array() },
    ...{ requests: bytesArray(), textSecond: instant().nullable().array(), textId: uuid().nullable().array() },
  },
  result: {},
  text: ($) => `INSERT INTO request_chunks
     (institution_id, integration_id, second, id, is_failed, count, least_remaining, requests, text_second, text_id)
   SELECT * FROM unnest(${$.institutionId}, ${$.integrationId}, ${$.second}, ${$.id}, ${$.isFailed}, ${$.count},
     ${$.leastRemaining}, ${$.requests}, ${$.textSecond}, ${$.textId})`,
});

const NAME = sqlStatement(namedRequests, 'insert', {
  writes: true,
  parameters: {
    institutionId: uuids(),
    integrationId: uuids(),
    second: instant().array(),
    requestId: plainText().array(),
  },
  result: {},
  text: ($) => `INSERT INTO named_requests (institution_id, integration_id, second, request_id)
   SELECT * FROM unnest(${$.institutionId}, ${$.integrationId}, ${$.second}, ${$.requestId})
   ON CONFLICT DO NOTHING`,
});
