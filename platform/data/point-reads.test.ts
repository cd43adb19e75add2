import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../dev/testing/database-traffic.ts';
import { positional } from '../../dev/testing/probe/positional.ts';
import { type Probe, startProbe } from '../../dev/testing/probe/start-probe.ts';
import type { Database } from './database.ts';
import { PointReads } from './point-reads.ts';
import type { Value } from './statement.ts';

interface Note {
  readonly id: string;
  readonly title: string;
}
interface Answer {
  readonly n: number;
  readonly id?: Value;
}
const BY_ID = positional<Note>(
  'test_by_id',
  `SELECT k.n, o.id, o.title FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN notes o ON o.institution_id = k.institution_id AND o.id = k.id`,
);
const BY_TITLE = positional<Note>(
  'test_by_title',
  `SELECT k.n, o.id, o.title FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, title, n)
   JOIN notes o ON o.institution_id = k.institution_id AND o.title = k.title`,
);

describe('on a database', () => {
  let probe: Probe;
  let database: Database;
  const [here, there] = [randomUUID(), randomUUID()];
  const ids = Array.from({ length: 300 }, () => randomUUID());
  beforeAll(async () => {
    probe = await startProbe();
    database = probe.database();
    await probe.sql(
      'INSERT INTO notes (institution_id, id, title) SELECT i, k.id, i || k.id::text FROM unnest($1::uuid[]) AS i, unnest($2::uuid[]) AS k(id)',
      [[here, there], ids],
    );
  });
  afterAll(() => probe.stop());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('keys of one moment travel in one statement, each to its own row', async () => {
    await database.ping(5_000);
    const traffic = watchDatabaseTraffic();
    const keys = ids.slice(0, 50);
    const found = await Promise.all([
      ...keys.map((id) => database.point(BY_ID, [here, id])),
      database.point(BY_ID, [here, randomUUID()]),
      database.point(BY_ID, [here, keys[0] ?? '']),
    ]);
    expect(found.slice(0, 50)).toEqual(keys.map((id) => ({ id, title: here + id })));
    expect(found.slice(50)).toEqual([null, { id: keys[0], title: here + keys[0] }]);
    expect(traffic.statements).toEqual(['test_by_id']);
  });

  it('an institution never sees another’s row, though they ask together', async () => {
    const [id = ''] = ids;
    const found = await Promise.all(
      [here, there, randomUUID()].map((institution) => database.point(BY_ID, [institution, id])),
    );
    expect(found).toEqual([{ id, title: here + id }, { id, title: there + id }, null]);
  });

  it('two kinds of reads do not mix', async () => {
    const [id = ''] = ids;
    const found = await Promise.all([database.point(BY_ID, [here, id]), database.point(BY_TITLE, [here, here + id])]);
    expect(found).toEqual([
      { id, title: here + id },
      { id, title: here + id },
    ]);
  });

  it('any load is answered, in batches', async () => {
    const traffic = watchDatabaseTraffic();
    const found = await Promise.all(ids.map((id) => database.point(BY_ID, [there, id])));
    expect(found.map((note) => note?.id)).toEqual(ids);
    expect(traffic.statements.length).toBeLessThan(10);
  });

  it('what was committed before the question is in the answer, however busy the reads are', async () => {
    let asking = true;
    const [other = ''] = ids;
    const busy = Array.from({ length: 40 }, async () => {
      while (asking) await database.point(BY_ID, [here, other]);
    });
    for (let round = 0; round < 50; round++) {
      const id = randomUUID();
      await probe.sql('INSERT INTO notes (institution_id, id, title) VALUES ($1, $2, $3)', [here, id, id]);
      expect(await database.point(BY_ID, [here, id])).toEqual({ id, title: id });
    }
    asking = false;
    await Promise.all(busy);
  });

  it('one key that the database refuses fails nobody else', async () => {
    const [id = ''] = ids;
    const titles = ['nobody', 'a\0b', here + id, 'nobody else', here + id];
    const found = await Promise.allSettled(titles.map((title) => database.point(BY_TITLE, [here, title])));
    const note = { status: 'fulfilled', value: { id, title: here + id } };
    const nobody = { status: 'fulfilled', value: null };
    expect(found[1]).toMatchObject({ status: 'rejected', reason: { code: 'REQUEST_INVALID' } });
    expect(found.toSpliced(1, 1)).toEqual([nobody, note, nobody, note]);
  });
});

describe('under way', () => {
  /** Statements that the test answers when it likes. */
  function heldReads() {
    const sent: {
      keys: readonly Value[];
      answer: (rows: Answer[]) => void;
      fail: (error: Error) => void;
    }[] = [];
    const reads = new PointReads((_, values) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer[]>();
      sent.push({ keys: values[0] as Value[], answer: resolve, fail: reject });
      return promise;
    });
    const find = (...keys: string[]) => Promise.allSettled(keys.map((key) => reads.find(BY_ID, [key], undefined)));
    const until = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count), { interval: 1 });
    return { sent, find, until };
  }
  const rejected = (reason: unknown) => ({ status: 'rejected', reason });
  const fulfilled = (value: unknown) => ({ status: 'fulfilled', value });

  it('a key that comes later waits for the next statement', async () => {
    const { sent, find, until } = heldReads();
    const first = find('a');
    await until(1);
    const second = find('a', 'b');
    sent[0]?.answer([{ n: 1, id: 'old' }]);
    expect(await first).toEqual([fulfilled({ id: 'old' })]);
    await until(2);
    expect(sent.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
    sent[1]?.answer([{ n: 2, id: 'new' }]);
    expect(await second).toEqual([fulfilled(null), fulfilled({ id: 'new' })]);
  });

  it('many keys do not wait for a slow statement', async () => {
    const { sent, find, until } = heldReads();
    const first = find('slow');
    await until(1);
    const keys = Array.from({ length: 24 }, (_, i) => `${i}`);
    const more = find(...keys);
    await until(2);
    sent[1]?.answer([]);
    expect(await more).toEqual(keys.map(() => fulfilled(null)));
    sent[0]?.answer([]);
    await first;
  });

  it('a failure reaches all that wait for the statement, and only them', async () => {
    const { sent, find, until } = heldReads();
    const failing = find('a', 'b');
    await until(1);
    const later = find('c');
    const error = new Error('lost');
    sent[0]?.fail(error);
    expect(await failing).toEqual([rejected(error), rejected(error)]);
    await until(2);
    sent[1]?.answer([{ n: 1, id: 'c' }]);
    expect(await later).toEqual([fulfilled({ id: 'c' })]);
  });

  it('more keys than a statement takes go on without being asked again', async () => {
    const { sent, find, until } = heldReads();
    const all = find(...Array.from({ length: 300 }, (_, i) => `${i}`));
    for (let at = 0; at < 3; at++) {
      await until(at + 1);
      sent[at]?.answer((sent[at]?.keys ?? []).map((id, i) => ({ n: i + 1, id })));
    }
    expect((await all).map((found) => (found.status === 'fulfilled' ? found.value : null))).toEqual(
      Array.from({ length: 300 }, (_, i) => ({ id: `${i}` })),
    );
    expect(Math.max(...sent.map(({ keys }) => keys.length))).toBeLessThanOrEqual(128);
  });
});
