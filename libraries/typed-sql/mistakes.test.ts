import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CREATE_SAMPLES, INSERT_SAMPLE, type Sample, samples } from '../../test/support/probe/samples.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';
import type { PreparedRead, Tx } from '../pg-batch/index.ts';
import { text, uuid } from './column.ts';
import { lockRow } from './row-statements.ts';
import { sqlStatement } from './sql-statement.ts';

/** Mistakes that must not compile: `tsc` fails if one does. Each is run nevertheless, to show its effect. */
const TITLE = sqlStatement(samples, 'title', {
  parameters: { institutionId: uuid(), id: uuid() },
  result: { title: text() },
  text: ($) => `SELECT title FROM samples WHERE institution_id = ${$.institutionId} AND id = ${$.id}`,
});
const MISSPELT = sqlStatement(samples, 'misspelt', {
  parameters: { institutionId: uuid() },
  result: {},
  // @ts-expect-error: it is institutionId
  text: ($) => `SELECT FROM samples WHERE institution_id = ${$.institution}`,
});

let probe: Probe;
beforeAll(async () => {
  probe = await startProbe();
  await probe.sql(CREATE_SAMPLES);
});
afterAll(() => probe.stop());

const [id = '', institutionId = ''] = fc.sample(fc.uuid(), 2);
const row: Sample = {
  ...{ institutionId, id, ref: null, title: 'a', plainTitle: null, isOpen: true, count: null, largeCount: 1, ratio: 1 },
  ...{ openedAt: null, span: null, memberIds: [], labels: [], secret: null, secrets: [], asJson: null, asJsonb: {} },
};
const insert = (write: (tx: Tx) => void) => probe.database().transaction(async (tx) => write(tx));

it('a nullable column that is missing', async () => {
  const { plainTitle, ...rest } = row;
  expect(plainTitle).toBeNull();
  // @ts-expect-error: plainTitle is missing
  await expect(insert((tx) => tx.write(INSERT_SAMPLE, rest))).rejects.toThrow(
    'samples_insert needs a value for plainTitle',
  );
});

it('null for a column that is not nullable', async () => {
  // @ts-expect-error: title is not nullable
  await expect(insert((tx) => tx.write(INSERT_SAMPLE, { ...row, title: null }))).rejects.toMatchObject({
    code: '23502',
  });
});

it('a parameter that the statement does not have, and a column that it does not select', async () => {
  await insert((tx) => tx.write(INSERT_SAMPLE, row));
  // @ts-expect-error: it has no parameter title
  const [found] = await probe.database().rows(TITLE, { institutionId, id, title: 'b' });
  expect(found?.title).toBe('a');
  // @ts-expect-error: count is not selected
  expect(found?.count).toBeUndefined();
});

it('a write that is handed to a reader, and a lock', async () => {
  const REMOVE = sqlStatement(samples, 'remove', {
    writes: true,
    parameters: { id: uuid() },
    result: {},
    text: ($) => `DELETE FROM samples WHERE id = ${$.id}`,
  });
  const database = probe.database();
  // @ts-expect-error: it needs a transaction
  expect(await database.rows(REMOVE, { id: randomUUID() })).toEqual([]);
  // @ts-expect-error: it needs a transaction
  expect(await database.rows(lockRow(samples, ['id'], ['title']), { id })).toHaveLength(1);
  // @ts-expect-error: a read takes no lock, and changes nothing
  const read: PreparedRead<object, object> = INSERT_SAMPLE;
  expect(read.isRead).toBe(false);
});

it('a parameter of another type', async () => {
  // @ts-expect-error: an id is a text
  await expect(probe.database().rows(TITLE, { institutionId, id: 7 })).rejects.toMatchObject({ code: '22P02' });
});

it('a placeholder of a parameter that does not exist', async () => {
  await expect(probe.database().rows(MISSPELT, { institutionId })).rejects.toMatchObject({ code: '42703' });
});
