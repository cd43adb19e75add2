import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../test/support/postgres/database-traffic.ts';
import { holdLock } from '../../test/support/probe/hold-lock.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';

interface Note {
  readonly id: string;
  readonly title: string;
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

/** Waits while the test holds the lock. */
const HELD = positional<{ key: string }>(
  'point_reads_held',
  'SELECT k.n, k.key FROM unnest($1::text[]) WITH ORDINALITY AS k(key, n), (SELECT pg_advisory_xact_lock_shared(3)) held',
);

const SLOW = positional('point_reads_slow', 'SELECT pg_advisory_xact_lock_shared(3)');
const ECHO = positional('test_echo', 'SELECT $1::int AS n');

const [here, there] = [randomUUID(), randomUUID()];
const ids = Array.from({ length: 300 }, () => randomUUID());
const [known = ''] = ids;

const probe = await startProbe();
const database = probe.database();
await probe.sql(
  'INSERT INTO notes (institution_id, id, title) SELECT i, k.id, i || k.id::text FROM unnest($1::uuid[]) AS i, unnest($2::uuid[]) AS k(id)',
  [[here, there], ids],
);
afterAll(() => probe.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

describe('point reads', () => {
  it('concurrent keys are sent in one statement, and each gets its own row', async () => {
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

  it('a key alone is sent in the statement of one key', async () => {
    const ofOneKey = positional(
      'test_by_id_one',
      'SELECT 1::bigint AS n, id, title FROM notes WHERE institution_id = $1 AND id = $2',
    );
    const traffic = watchDatabaseTraffic();
    expect(await database.point({ ...BY_ID, ofOneKey }, [here, known])).toEqual({ id: known, title: here + known });
    expect(traffic.statements).toEqual(['test_by_id_one']);
  });

  it('an institution never sees another’s row, even if both are requested together', async () => {
    const [id = ''] = ids;
    const found = await Promise.all(
      [here, there, randomUUID()].map((institution) => database.point(BY_ID, [institution, id])),
    );
    expect(found).toEqual([{ id, title: here + id }, { id, title: there + id }, null]);
  });

  it('any number of concurrent keys is answered, with 128 keys per statement', async () => {
    const traffic = watchDatabaseTraffic();
    const found = await Promise.all(ids.map((id) => database.point(BY_ID, [there, id])));
    expect(found.map((note) => note?.id)).toEqual(ids);
    expect(traffic.statements).toEqual(Array(3).fill(BY_ID.name));
  });

  it('a read sees what was committed before it, however many reads are in flight', async () => {
    let isReading = true;
    const [other = ''] = ids;
    const busy = Array.from({ length: 40 }, async () => {
      while (isReading) await database.point(BY_ID, [here, other]);
    });
    for (let round = 0; round < 50; round++) {
      const id = randomUUID();
      await probe.sql('INSERT INTO notes (institution_id, id, title) VALUES ($1, $2, $3)', [here, id, id]);
      expect(await database.point(BY_ID, [here, id])).toEqual({ id, title: id });
    }
    isReading = false;
    await Promise.all(busy);
  });

  it('a key that the database rejects does not fail other keys', async () => {
    const [id = ''] = ids;
    const titles = ['nobody', 'a\0b', here + id, 'nobody else', here + id];
    const found = await Promise.allSettled(titles.map((title) => database.point(BY_TITLE, [here, title])));
    const note = { status: 'fulfilled', value: { id, title: here + id } };
    const nobody = { status: 'fulfilled', value: null };
    expect(found[1]).toMatchObject({ status: 'rejected', reason: { code: 'REQUEST_INVALID' } });
    expect(found.toSpliced(1, 1)).toEqual([nobody, note, nobody, note]);
  });
});

describe('behind a statement in flight', () => {
  let release: () => Promise<unknown>;
  beforeEach(async () => {
    release = await holdLock(probe, 3);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The id of the server process that runs the waiting statement. */
  const untilHeld = () =>
    vi.waitFor(async () => {
      const [waiting] = await probe.sql<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
      );
      expect(waiting).toBeDefined();
      return waiting?.pid ?? 0;
    });

  it('keys are queued for the next statement', async () => {
    const one = probe.database({ maxConnections: 1 });
    const first = one.point(HELD, ['a']);
    await untilHeld();
    const traffic = watchDatabaseTraffic();
    const later = Promise.all(['a', 'b'].map((key) => one.point(HELD, [key])));
    expect(one.counts.readsWaiting).toBe(2);
    await release();
    expect(await first).toEqual({ key: 'a' });
    expect(await later).toEqual([{ key: 'a' }, { key: 'b' }]);
    expect(traffic.statements.filter((name) => name === HELD.name)).toHaveLength(1);
  });

  it('many keys are sent at once, beside it; few wait', async () => {
    const slow = database.point(HELD, ['slow']);
    await untilHeld();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const few = Array.from({ length: 23 }, () => database.point(BY_ID, [here, known]));
    await setImmediate();
    expect(database.counts.readsWaiting).toBe(23);
    const note = { id: known, title: here + known };
    expect(await Promise.all([...few, database.point(BY_ID, [here, known])])).toEqual(Array(24).fill(note));
    vi.useRealTimers();
    await release();
    await slow;
  });

  it('that is not a point read, keys do not wait for a timer', async () => {
    const slow = database.rows(SLOW, []);
    await untilHeld();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(await database.point(BY_ID, [here, known])).toMatchObject({ id: known });
    vi.useRealTimers();
    await release();
    await slow;
  });

  it('a connection failure reaches only the callers that wait for its statement', async () => {
    const one = probe.database({ maxConnections: 1 });
    const failing = Promise.allSettled(['a', 'b'].map((key) => one.point(HELD, [key])));
    const pid = await untilHeld();
    const later = one.point(HELD, ['c']);
    await probe.sql('SELECT pg_terminate_backend($1, 5000)', [pid]);
    const lost = { status: 'rejected', reason: { code: 'DEPENDENCY_UNAVAILABLE' } };
    expect(await failing).toMatchObject([lost, lost]);
    await release();
    expect(await later).toEqual({ key: 'c' });
  });
});

it('a single client does not wait for a timer', async () => {
  await database.ping(5_000);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (let turn = 1; turn <= 3; turn++) {
      expect(await database.point(BY_ID, [here, known])).toMatchObject({ id: known });
      expect(await database.rows(ECHO, [turn])).toEqual([{ n: turn }]);
    }
  } finally {
    vi.useRealTimers();
  }
});
