import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../test/support/postgres/database-traffic.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { withClient } from './connections.ts';

import { Transaction } from './transaction.ts';
import type { Tx } from './tx.ts';

const INSERT = positional('test_insert', 'INSERT INTO notes (institution_id, id, title) VALUES ($1, $2, $3)');
const COUNT = positional<{ notes: number }>(
  'test_count',
  'SELECT count(*)::int AS notes FROM notes WHERE institution_id = $1',
);
const FAIL = positional('test_fail', 'SELECT 1 / $1::int');
const LATER = positional('test_later', 'SELECT $1::int AS one');
const BY_ID = positional<{ title: string }>(
  'test_by_id',
  `SELECT k.n, o.title FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   JOIN notes o ON o.institution_id = k.institution_id AND o.id = k.id`,
);

let institution: string;
const probe = await startProbe();
const database = probe.database({ maxConnections: 1 });
afterAll(() => probe.stop());
beforeEach(() => {
  institution = randomUUID();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const note = (title: string) => [institution, randomUUID(), title];
const notes = async () => (await database.rows(COUNT, [institution]))[0]?.notes;

describe('a transaction', () => {
  it('without reads sends one batch, including BEGIN and COMMIT', async () => {
    const traffic = watchDatabaseTraffic();
    await database.transaction(
      async (tx) => {
        tx.write(INSERT, note('a'));
        tx.write(INSERT, note('b'));
      },
      { of: 'nobody' },
    );
    expect(traffic.roundTrips).toBe(1);
    expect(traffic.statements.filter((name) => name === 'test_insert')).toHaveLength(2);
    expect(await notes()).toBe(2);
  });

  it('sends one more batch for each awaited read, and reads what it wrote', async () => {
    const traffic = watchDatabaseTraffic();
    const id = randomUUID();
    await database.transaction(
      async (tx) => {
        tx.write(INSERT, [institution, id, 'a']);
        const [row, nobody] = await Promise.all([tx.point(BY_ID, [institution, id]), tx.point(BY_ID, [id, id])]);
        expect([row?.title, nobody]).toEqual(['a', null]);
        expect(await tx.rows(COUNT, [institution])).toEqual([{ notes: 1 }]);
      },
      { of: 'nobody' },
    );
    expect(traffic.roundTrips).toBe(3);
  });

  it('that sends nothing costs nothing', async () => {
    const traffic = watchDatabaseTraffic();
    expect(await database.transaction(async () => 5, { of: 'nobody' })).toBe(5);
    await expect(database.transaction(() => Promise.reject(new Error('no')), { of: 'nobody' })).rejects.toThrow('no');
    expect(traffic.statements).toEqual([]);
  });

  it('whose work throws stores nothing and leaves the connection usable', async () => {
    const failing = database.transaction(
      async (tx) => {
        tx.write(INSERT, note('a'));
        await tx.rows(COUNT, [institution]);
        throw new Error('changed my mind');
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await notes()).toBe(0);
  });
});

describe('a statement that fails', () => {
  it('fails the commit even if it was not awaited', async () => {
    const failing = database.transaction(
      async (tx) => {
        tx.write(INSERT, note('a'));
        tx.write(FAIL, [0]);
        tx.write(INSERT, note('b'));
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await notes()).toBe(0);
  });

  it('is thrown, rather than a failure that it causes', async () => {
    const failing = database.transaction(
      async (tx) => {
        tx.write(FAIL, [0]);
        await tx.rows(COUNT, [institution]);
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  it('is thrown, rather than an error that the work throws because of it', async () => {
    const failing = database.transaction(
      async (tx) => {
        await tx.rows(FAIL, [0]).catch(() => undefined);
        throw new Error('thrown as a consequence');
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  it('fails the commit even if the work has caught it', async () => {
    const failing = database.transaction(
      async (tx) => {
        tx.write(INSERT, note('a'));
        await tx.rows(FAIL, [0]).catch(() => undefined);
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await notes()).toBe(0);
  });

  it('and is not awaited is reported nevertheless', async () => {
    const failing = database.transaction(
      async (tx) => {
        void tx.rows(FAIL, [0]);
        await tx.rows(COUNT, [institution]).catch(() => undefined);
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
  });

  it('in the driver already, because of its values, fails the transaction, too', async () => {
    const circular: unknown[] = [];
    circular.push({ circular });
    const failing = database.transaction(
      async (tx) => {
        tx.write(INSERT, note('a'));
        tx.write(LATER, circular as never);
        tx.write(INSERT, note('b'));
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toThrow('circular');
    expect(await notes()).toBe(0);
    await expect(database.rows(LATER, circular as never)).rejects.toThrow('circular');
    expect(await database.rows(LATER, [1])).toEqual([{ one: 1 }]);
  });

  it('that was not sent when the work throws is never sent, and nothing hangs', async () => {
    const traffic = watchDatabaseTraffic();
    let rows: Promise<object[]> | undefined;
    const failing = database.transaction(
      async (tx) => {
        tx.write(INSERT, note('a'));
        rows = tx.rows(COUNT, [institution]);
        throw new Error('left early');
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toThrow('left early');
    await expect(rows).rejects.toThrow('the transaction was rolled back');
    expect(traffic.statements).toEqual([]);
  });

  it('on its first use in a failed transaction can be used later', async () => {
    const failing = database.transaction(
      async (tx) => {
        tx.write(FAIL, [0]);
        tx.write(LATER, [1]);
        tx.write(LATER, [1]);
      },
      { of: 'nobody' },
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await database.rows(LATER, [1])).toEqual([{ one: 1 }]);
    await database.transaction(
      async (tx) => {
        tx.write(LATER, [1]);
        tx.write(LATER, [1]);
      },
      { of: 'nobody' },
    );
  });
});

describe('work that outlives its transaction', () => {
  it.each<[string, boolean]>([
    ['committed', true],
    ['rolled back', false],
  ])('can send nothing once it is %s', async (_, commits) => {
    let kept: Tx | undefined;
    const ended = database.transaction(
      async (tx) => {
        kept = tx;
        await tx.rows(COUNT, [institution]);
        if (!commits) throw new Error('no');
      },
      { of: 'nobody' },
    );
    await Promise.allSettled([ended]);
    // Another transaction uses the only connection now.
    await database.transaction(
      async (tx) => {
        await tx.rows(COUNT, [institution]);
        expect(() => kept?.write(INSERT, note('stray'))).toThrow('the transaction has ended');
        await expect(kept?.rows(COUNT, [institution])).rejects.toThrow('the transaction has ended');
      },
      { of: 'nobody' },
    );
    expect(await notes()).toBe(0);
  });
});

describe('a trial', () => {
  const trial = <T>(work: (tx: Tx) => Promise<T>) =>
    database.transaction(work, { of: 'nobody', isTrial: true, client: 'x' });

  it('takes the batches that the transaction would, and rolls back in the last one', async () => {
    const traffic = watchDatabaseTraffic();
    await trial(async (tx) => tx.write(INSERT, note('a')));
    expect(traffic.roundTrips).toBe(1);
    expect(traffic.statements).toEqual(['BEGIN', 'test_insert', 'constraints_now', 'ROLLBACK']);
    await trial(async (tx) => {
      tx.write(INSERT, note('a'));
      expect(await tx.rows(COUNT, [institution])).toEqual([{ notes: 1 }]);
    });
    expect(traffic.roundTrips).toBe(3);
    expect(await notes()).toBe(0);
  });

  it('that sends nothing costs nothing', async () => {
    const traffic = watchDatabaseTraffic();
    expect(await trial(async () => 5)).toBe(5);
    expect(traffic.statements).toEqual([]);
  });

  it('fails by a constraint that would be checked at the commit', async () => {
    await probe.sql('CREATE TABLE once (id int CONSTRAINT once_id UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const insert = positional('test_once', 'INSERT INTO once SELECT 1 FROM generate_series(1, 2)');
    await expect(trial(async (tx) => tx.write(insert, []))).rejects.toMatchObject({ constraint: 'once_id' });
    expect(await database.rows(LATER, [1])).toEqual([{ one: 1 }]);
  });
});

describe('COMMIT', () => {
  it('that the server answers with ROLLBACK is an error', async () => {
    await withClient({ connectionString: probe.databaseUrl }, async (client) => {
      // A statement that bypasses the Transaction makes it fail.
      const tx = new Transaction({ open: async () => client, write: async () => undefined });
      await tx.rows(LATER, [1]);
      await expect(client.query('SELECT 1 / 0')).rejects.toMatchObject({ code: '22012' });
      await expect(tx.commit()).rejects.toThrow('the server answered COMMIT with ROLLBACK');
      expect(await tx.rollback()).toBeInstanceOf(Error);
    });
  });

  it('that violates a deferred constraint fails with that constraint’s error', async () => {
    await probe.sql('CREATE TABLE twice (id int CONSTRAINT twice_id UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const insert = positional('test_twice', 'INSERT INTO twice SELECT 1 FROM generate_series(1, 2)');
    const failing = database.transaction(async (tx) => tx.write(insert, []), { of: 'nobody' });
    await expect(failing).rejects.toMatchObject({ constraint: 'twice_id' });
    expect(await database.rows(LATER, [1])).toEqual([{ one: 1 }]);
  });
});
