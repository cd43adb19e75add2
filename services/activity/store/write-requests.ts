import { constants, zstdCompressSync } from 'node:zlib';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  bytesArray,
  instant,
  integer,
  plainText,
  sqlStatement,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import { mapInChunks } from '../../../platform/core/event-loop.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import {
  type Chunk,
  chunksOf,
  type NamedRequest,
  namedRequestsOf,
  type Owner,
  type StoredRequest,
} from '../domain/chunks.ts';
import { namedRequests, requestChunks } from './tables.ts';

/** The rows that store requests. */
export interface RequestRows {
  readonly chunks: readonly ReturnType<typeof rowOf>[];
  readonly named: readonly NamedRequest[];
}

/**
 * The rows of requests. Each chunk is compressed for itself, so that reading the requests of one integration reads none
 * of others, and on this thread: handing a small one to another costs several times as much.
 */
export async function requestRowsOf(requests: readonly (Owner & StoredRequest)[]): Promise<RequestRows> {
  const chunks = chunksOf(requests);
  return { chunks: await mapInChunks(chunks, rowOf), named: namedRequestsOf(chunks) };
}

/** Stores requests, in two statements. */
export function writeRequests(tx: Tx, { chunks, named }: RequestRows): void {
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

function rowOf({ requests, ...key }: Chunk) {
  const remaining = requests.flatMap(({ rateLimitRemaining }) => rateLimitRemaining ?? []);
  return {
    ...{ ...key, id: systemIds.newId(), count: requests.length },
    isFailed: requests.some(({ status }) => status >= 400),
    leastRemaining: remaining.length === 0 ? null : Math.min(...remaining),
    requests: zstdCompressSync(JSON.stringify(requests), COMPRESSION),
  };
}

/**
 * For a few kilobytes. What matters is memory: with the defaults each compression holds a hundred kilobytes outside of
 * the heap until it is collected, and hundreds a second make the process collect all the time.
 */
const COMPRESSION = {
  chunkSize: 4 * 1024,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_windowLog]: 14,
    [constants.ZSTD_c_hashLog]: 12,
    [constants.ZSTD_c_chainLog]: 12,
  },
};

const INSERT = sqlStatement(requestChunks, 'insert', {
  writes: true,
  parameters: {
    ...{ institutionId: uuids(), integrationId: uuids(), second: instant().array(), id: uuids() },
    ...{ isFailed: boolean().array(), count: integer().array(), leastRemaining: integer().nullable().array() },
    requests: bytesArray(),
  },
  result: {},
  text: ($) => `INSERT INTO request_chunks
     (institution_id, integration_id, second, id, is_failed, count, least_remaining, requests)
   SELECT * FROM unnest(${$.institutionId}, ${$.integrationId}, ${$.second}, ${$.id}, ${$.isFailed}, ${$.count},
     ${$.leastRemaining}, ${$.requests})`,
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
