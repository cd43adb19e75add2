import { zstdCompressSync } from 'node:zlib';
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
import { systemIds } from '../../../platform/core/ids.ts';
import { type Chunk, chunksOf, namedRequestsOf, type Owner, type StoredRequest } from '../domain/chunks.ts';
import { namedRequests, requestChunks } from './tables.ts';

/** Stores requests, in two statements. */
export function writeRequests(tx: Tx, requests: readonly (Owner & StoredRequest)[]): void {
  const chunks = chunksOf(requests);
  tx.write(INSERT, columnsOf(chunks.map(rowOf)));
  const named = namedRequestsOf(chunks);
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
    requests: zstdCompressSync(JSON.stringify(requests)),
  };
}

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
