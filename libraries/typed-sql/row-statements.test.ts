import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { systemIds } from '../../platform/core/ids.ts';
import { JSON_UNITS } from '../../test/support/json-units.ts';
import { CREATE_SAMPLES, INSERT_SAMPLE, type Sample, samples } from '../../test/support/probe/samples.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { columnsBut } from './columns-of.ts';
import { findBy } from './find-by.ts';
import {
  changeRows,
  deleteRows,
  insertRows,
  lockRow,
  lockRowsByRef,
  rowsByIds,
  updateRow,
  updateRows,
} from './row-statements.ts';

const ALL = columnsBut(samples);
const INSERT_ROWS = insertRows(samples, { shared: ['institutionId', 'openedAt'] });
const UPDATE = updateRow(samples, { keep: ['ref'] });
const UPDATE_ROWS = updateRows(samples, { shared: ['institutionId'], keep: ['ref', 'title'] });
const RENAME = changeRows(samples, 'rename', { shared: ['institutionId', 'isOpen'], set: ['title'] });
const DELETE = deleteRows(samples);
const LOCK = lockRow(samples, ['institutionId', 'id'], ALL);
const LOCK_BY_REF = lockRowsByRef(samples, ['id', 'ref']);
const BY_IDS = rowsByIds(samples, ALL);
const BY_ID = findBy(samples, ['institutionId', 'id'], ['title']);

const probe = await startProbe();
await probe.sql(CREATE_SAMPLES);
const db = probe.database();
afterAll(() => probe.stop());

const institutionId = systemIds.newId();
const id = fc.uuid();
const texts = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
const octets = fc.uint8Array({ maxLength: 20 }).map((each) => Buffer.from(each));
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const time = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
/** Values that JSON can represent (no minus zero) and PostgreSQL can store. */
const document = fc
  .jsonValue({ stringUnit: JSON_UNITS })
  .map((value) => JSON.stringify(value))
  .filter((json) => json !== 'null' && !json.includes('\\u0000'))
  .map((json): unknown => JSON.parse(json));

const sample: fc.Arbitrary<Sample> = fc.record({
  institutionId: fc.constant(institutionId),
  id,
  ref: nullable(id),
  title: texts,
  plainTitle: nullable(texts),
  isOpen: fc.boolean(),
  count: nullable(fc.integer()),
  largeCount: fc.maxSafeInteger(),
  // The driver does not distinguish minus zero.
  ratio: fc.double({ noNaN: true }).map((value) => value + 0),
  openedAt: nullable(time.map((at) => at.toISOString())),
  span: nullable(fc.constantFrom('empty', '["2026-10-05 08:00:00+00","2026-10-05 09:30:00+00")', '(,)')),
  memberIds: fc.array(nullable(id), { maxLength: 4 }),
  labels: fc.array(texts, { maxLength: 4 }),
  secret: nullable(octets),
  secrets: fc.array(octets, { maxLength: 4 }),
  asJson: nullable(document),
  asJsonb: document,
});
const several = fc.uniqueArray(sample, { minLength: 1, maxLength: 5, selector: (row) => row.id });

const stored = async (rows: readonly Sample[]) =>
  sorted(await db.rows(BY_IDS, { institutionId, ids: rows.map((row) => row.id) }));
const sorted = (rows: readonly Sample[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const emptied = () => probe.sql('DELETE FROM samples');

describe('a row is read as it was written, whatever its values', () => {
  it('alone', () =>
    fc.assert(
      fc.asyncProperty(sample, sample, async (first, second) => {
        await emptied();
        await db.transaction(async (tx) => tx.write(INSERT_SAMPLE, first), { of: 'nobody' });
        expect(await stored([first])).toEqual([first]);
        const next = { ...second, id: first.id, ref: first.ref };
        const locked = await db.transaction(
          async (tx) => {
            const [before] = await tx.rows(LOCK, { institutionId, id: first.id });
            tx.write(UPDATE, next);
            return before;
          },
          { of: 'nobody' },
        );
        expect(locked).toEqual(first);
        expect(await stored([first])).toEqual([next]);
      }),
      { numRuns: 60 },
    ));

  it('with others', () =>
    fc.assert(
      fc.asyncProperty(several, sample, async (given, other) => {
        await emptied();
        const { openedAt } = other;
        const rows = given.map((row) => ({ ...row, openedAt }));
        await db.transaction(async (tx) => tx.write(INSERT_ROWS, { institutionId, openedAt, rows }), { of: 'nobody' });
        expect(await stored(rows)).toEqual(sorted(rows));
        const changed = rows.map((row) => ({ ...other, id: row.id }));
        await db.transaction(async (tx) => tx.write(UPDATE_ROWS, { institutionId, rows: changed }), { of: 'nobody' });
        const kept = rows.map(({ id: of, ref, title }) => ({ ...other, id: of, ref, title }));
        expect(await stored(rows)).toEqual(sorted(kept));
      }),
      { numRuns: 60 },
    ));
});

describe('statements on many rows', () => {
  const [first, second, third] = fc.sample(sample, { numRuns: 3, seed: 1 }).map((row, index) => ({
    ...row,
    ref: `ref ${index}`,
    isOpen: true,
  })) as [Sample, Sample, Sample];
  const rows = [first, second, third];
  const elsewhere = { ...first, institutionId: systemIds.newId() };
  const write = () =>
    db.transaction(
      async (tx) => {
        await emptied();
        for (const row of [...rows, elsewhere]) tx.write(INSERT_SAMPLE, row);
      },
      { of: 'nobody' },
    );

  it('change only rows of their institution, each with its own values', async () => {
    await write();
    const names = [
      { id: first.id, title: 'a' },
      { id: third.id, title: 'c' },
    ];
    await db.transaction(async (tx) => tx.write(RENAME, { institutionId, isOpen: false, rows: names }), {
      of: 'nobody',
    });
    expect(await stored(rows)).toEqual(
      sorted([{ ...first, title: 'a', isOpen: false }, second, { ...third, title: 'c', isOpen: false }]),
    );
    await db.transaction(async (tx) => tx.write(DELETE, { institutionId, ids: [first.id, second.id] }), {
      of: 'nobody',
    });
    expect(await stored(rows)).toHaveLength(1);
    expect(await db.point(BY_ID, { institutionId: elsewhere.institutionId, id: first.id })).toEqual({
      title: first.title,
    });
    expect(await db.point(BY_ID, { institutionId, id: first.id })).toBeNull();
  });

  it('lock the rows with the refs', async () => {
    await write();
    await db.transaction(
      async (tx) => {
        const locked = await tx.rows(LOCK_BY_REF, { institutionId, refs: ['ref 2', 'none', 'ref 0'] });
        expect(locked).toEqual([
          { id: third.id, ref: 'ref 2' },
          { id: first.id, ref: 'ref 0' },
        ]);
        const [free] = await probe.sql<{ ids: string[] }>(
          'SELECT array_agg(id::text) AS ids FROM (SELECT id FROM samples WHERE institution_id = $1 FOR NO KEY UPDATE SKIP LOCKED) s',
          [institutionId],
        );
        expect(free?.ids).toEqual([second.id]);
      },
      { of: 'nobody' },
    );
  });

  it('send nothing without rows', async () => {
    await write();
    await db.transaction(
      async (tx) => {
        tx.write(INSERT_ROWS, { institutionId, openedAt: null, rows: [] });
        tx.write(UPDATE_ROWS, { institutionId, rows: [] });
        expect(tx.bytesSent).toBe(0);
      },
      { of: 'nobody' },
    );
    expect(await stored(rows)).toEqual(sorted(rows));
  });
});
