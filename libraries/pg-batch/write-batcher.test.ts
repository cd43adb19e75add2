import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IntegrationActor } from '../../platform/core/actor.ts';
import { withinCall } from '../../platform/core/call-scope.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/data/database.ts';
import { command } from '../../platform/handler/command.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { watchDatabaseTraffic } from '../../test/support/postgres/database-traffic.ts';
import { callOperation, newActor, newKey } from '../../test/support/probe/call-operation.ts';
import { holdLock } from '../../test/support/probe/hold-lock.ts';
import { insertNote } from '../../test/support/probe/notes.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import type { Tx } from './tx.ts';

const INSERT = positional('shared_insert', 'INSERT INTO notes (institution_id, id, title) VALUES ($1, $2, $3)');
const WAIT = positional('shared_wait', 'SELECT pg_advisory_xact_lock_shared(3)');
const END = positional('shared_end', 'SELECT pg_terminate_backend(pg_backend_pid())');
const TEXT = positional('shared_text', 'SELECT $1::text');
const LOCK = {
  ...positional(
    'shared_lock',
    'SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT unnest($1::bigint[]) AS key ORDER BY key) keys',
  ),
  isLock: true,
};
const ADD = {
  ...positional(
    'shared_add',
    'INSERT INTO notes (institution_id, id, title) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[])',
  ),
  isLast: true,
};

let database: Database;
let institution: string;
const probe = await startProbe();
afterAll(() => probe.stop());
beforeEach(() => {
  database = probe.database();
  institution = randomUUID();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const write = (title: string, client = 'honest', more: (tx: Tx) => void = () => undefined) =>
  database.transaction(
    async (tx) => {
      more(tx);
      tx.write(INSERT, [institution, randomUUID(), title]);
    },
    { of: 'nobody', client },
  );
/** Adds notes at the end of a command. */
const add =
  (...added: string[]) =>
  (tx: { write(statement: typeof ADD, values: readonly string[][]): void }) =>
    tx.write(ADD, [added.map(() => institution), added.map(() => randomUUID()), added]);
const titles = async () =>
  (
    await probe.sql<{ title: string }>('SELECT title FROM notes WHERE institution_id = $1 ORDER BY title', [
      institution,
    ])
  ).map(({ title }) => title);
const failuresOf = (answers: readonly PromiseSettledResult<unknown>[]) =>
  answers.flatMap((answer) => (answer.status === 'rejected' ? [database.translate(answer.reason)] : []));
const taken = { code: 'NOTE_TITLE_TAKEN' };

describe('commands that only write', () => {
  it('share a transaction if they are concurrent, and further ones share the next', async () => {
    const traffic = watchDatabaseTraffic();
    await Promise.all(numbers(40).map((n) => write(`n${n}`)));
    expect(traffic.roundTrips).toBe(3);
    expect(database.counts).toMatchObject({ sharedTransactions: 3, sharedWrites: 40, repeatedWrites: 0 });
    const [row] = await probe.sql<{ transactions: number }>(
      'SELECT count(DISTINCT xmin::text)::int AS transactions FROM notes WHERE institution_id = $1',
      [institution],
    );
    expect(row?.transactions).toBe(3);
  });

  it('of a single client are sent unchanged', async () => {
    const traffic = watchDatabaseTraffic();
    await write('a');
    expect(traffic.statements).toEqual(['shared_insert']);
  });

  it('of the service itself, or with many bytes, share no transaction', async () => {
    const traffic = watchDatabaseTraffic();
    const own = numbers(2).map((n) =>
      database.transaction(async (tx) => tx.write(INSERT, [institution, randomUUID(), `own ${n}`]), { of: 'nobody' }),
    );
    const large = numbers(2).map((n) => write(`large ${n}`, 'honest', (tx) => tx.write(TEXT, ['x'.repeat(20_000)])));
    await Promise.all([...own, ...large]);
    expect(traffic.roundTrips).toBe(4);
    expect(database.counts.sharedTransactions).toBe(0);
  });

  it('take their locks first, in a fixed order', async () => {
    const traffic = watchDatabaseTraffic();
    const lock = (keys: number[]) => (tx: { write(statement: typeof LOCK, values: readonly [number[]]): void }) =>
      tx.write(LOCK, [keys]);
    await Promise.all([write('a', 'a', lock([9, 4])), write('b', 'b'), write('c', 'c', lock([4, 7]))]);
    expect(traffic.statements).toEqual([
      'shared_lock_timeout',
      'shared_lock',
      ...numbers(3).map(() => 'shared_insert'),
    ]);
  });

  it('add what no other statement reads at the end, in one statement and in the order of the commands', async () => {
    const traffic = watchDatabaseTraffic();
    await Promise.all([write('a', 'a', add('a1', 'a2')), write('b', 'b'), write('c', 'c', add('c1'))]);
    expect(traffic.statements).toEqual(['shared_lock_timeout', ...numbers(3).map(() => 'shared_insert'), 'shared_add']);
    const inOrder = await probe.sql<{ title: string }>(
      'SELECT title FROM notes WHERE institution_id = $1 AND length(title) = 2 ORDER BY ctid',
      [institution],
    );
    expect(inOrder.map(({ title }) => title)).toEqual(['a1', 'a2', 'c1']);
  });
});

describe('a command that fails', () => {
  it('in what it adds at the end fails as if it were alone, and its neighbours are committed', async () => {
    await write('taken');
    const answers = await Promise.allSettled([
      write('a', 'a', add('a1')),
      write('b', 'b', add('b1', 'taken')),
      write('c', 'c', add('c1')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(failuresOf(answers)).toMatchObject([taken]);
    expect(await titles()).toEqual(['a', 'a1', 'c', 'c1', 'taken']);
  });

  it('isolates its client: its next commands cost other clients nothing', async () => {
    await write('taken');
    const traffic = watchDatabaseTraffic();
    const round = (n: number) =>
      Promise.allSettled([
        ...numbers(5).map((each) => write(`honest ${n} ${each}`)),
        ...numbers(3).map(() => write('taken', 'hostile')),
      ]);
    await round(0);
    // One that failed in a batch, and one after it in the next.
    const { repeatedWrites } = database.counts;
    expect(repeatedWrites).toBeLessThanOrEqual(16);
    const before = traffic.roundTrips;
    for (const n of numbers(10)) await round(n + 1);
    expect(database.counts.repeatedWrites).toBe(repeatedWrites);
    // A batch of the honest client's commands, and each of the others alone.
    expect(traffic.roundTrips - before).toBe(10 * (1 + 3));
    expect(await titles()).toHaveLength(1 + 55);
  });

  it('is rolled back without leaving a lock: a lock wait ends soon and fails only the waiting command', async () => {
    const release = await holdLock(probe, 3);
    const waiting = write('waiting', 'slow', (tx) => tx.write(WAIT, []));
    await Promise.all(numbers(3).map((n) => write(`n${n}`)));
    expect(await titles()).toEqual(['n0', 'n1', 'n2']);
    await release();
    await waiting;
    expect(await titles()).toHaveLength(4);
  });
});

it('commands with keys that are sent again do not wait for locks of the failed transaction', async () => {
  const service = probe.service();
  const create = command(UserService.method.createUser, {
    run: async (tx, { user }, { actor, newId }) => {
      insertNote(tx, actor.institutionId, user?.email);
      return { response: { user: { id: newId(), email: user?.email ?? '' } } };
    },
  });
  const { institutionId } = newActor();
  const createAs = (actor: IntegrationActor, email: string) =>
    callOperation(service, create, { user: { email } }, { actor, idempotency: newKey() });
  const honest = { ...newActor(), institutionId };
  await createAs(honest, 'taken@x.example');
  for (const round of numbers(15)) {
    const [failing, ...others] = await Promise.allSettled([
      createAs({ ...newActor(), institutionId }, 'taken@x.example'),
      ...numbers(12).map((n) => createAs(honest, `${round}.${n}@x.example`)),
    ]);
    expect(failing).toMatchObject({ status: 'rejected', reason: { code: 'NOTE_TITLE_TAKEN' } });
    expect(others.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
});

describe('callers that disconnect', () => {
  it('while their command waits store nothing, and their neighbours are committed', async () => {
    const gone = new AbortController();
    const abandoned = withinCall({ deadline: deadlineAfter(60_000), signal: gone.signal }, () => write('gone'));
    const refused = expect(abandoned).rejects.toMatchObject({ kind: 'abandoned' });
    const stays = withinCall({ deadline: deadlineAfter(60_000) }, () => write('stays'));
    gone.abort();
    await Promise.all([refused, stays]);
    expect(await titles()).toEqual(['stays']);
  });
});

it('a connection that breaks during a batch leaves all of it unanswered and stores nothing', async () => {
  const answers = await Promise.allSettled([
    write('a'),
    write('b', 'b', (tx) => tx.write(END, [])),
    ...numbers(5).map((n) => write(`n${n}`)),
  ]);
  expect(failuresOf(answers)).toMatchObject(numbers(7).map(() => ({ code: 'DEPENDENCY_UNAVAILABLE' })));
  expect(await titles()).toEqual([]);
  await write('after', 'b');
});

it('of any concurrent commands, acknowledged ones are stored once and refused ones are not', async () => {
  const command = fc.record({
    title: fc.integer({ min: 0, max: 12 }),
    client: fc.integer({ min: 0, max: 3 }),
    kind: fc.constantFrom('plain', 'plain', 'plain', 'lock', 'end', 'zero'),
    keys: fc.array(fc.integer({ min: 10, max: 14 }), { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 60 }), async (commands) => {
      institution = randomUUID();
      const answers = await Promise.allSettled(
        commands.map(({ title, client, kind, keys }) =>
          write(`${title}`, `client ${client}`, (tx) => {
            if (kind === 'lock') tx.write(LOCK, [keys]);
            if (kind === 'end') tx.write(END, []);
            if (kind === 'zero') tx.write(TEXT, ['\0']);
          }),
        ),
      );
      const acknowledged = commands.flatMap(({ title }, n) => (answers[n]?.status === 'fulfilled' ? [`${title}`] : []));
      expect(await titles()).toEqual(acknowledged.toSorted());
      for (const [n, { kind }] of commands.entries())
        if (kind === 'end' || kind === 'zero') expect(answers[n]?.status).toBe('rejected');
      for (const failure of failuresOf(answers))
        expect(failure).toMatchObject({
          code: expect.stringMatching(/^(NOTE_TITLE_TAKEN|DEPENDENCY_UNAVAILABLE|REQUEST_INVALID)$/),
        });
    }),
    { numRuns: 25 },
  );
});
