import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { CopyByHand, lacking } from '../support/copies.ts';
import { placeInFile } from '../support/copy-places.ts';
import { Draws } from '../support/draws.ts';
import { KeptCopy } from '../support/kept-copy.ts';
import { query } from '../support/postgres/query.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestSystem } from '../support/test-system.ts';
import { untilTrue } from '../support/truth.ts';
import { until } from '../support/until.ts';
import type { Campus } from './campus.ts';

const WRITERS = 12;
const CHANGES_EACH = 25;

/**
 * Whoever copies as the guide says, by list or by feed, holds some rounds after the last write what `sync` keeps, which
 * is what the API shows.
 * @param imported how many users an import creates meanwhile
 */
export const copies = (imported: number) => (campus: () => Campus, system: () => TestSystem) => {
  const draws = new Draws(7);
  let folder: string;
  let clock: NodeJS.Timeout;
  /** The platform's clock is the machine's: time passes between a command and a read, and clients wait by it. */
  const followMachine = () => system().clock.set(new Date().toISOString());
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lyceum-copies-'));
    followMachine();
    clock = setInterval(followMachine, 10);
  });
  afterAll(() => {
    clearInterval(clock);
    return rm(folder, { recursive: true });
  });

  it('copies by list, by feed and by `sync` are equal, after twelve writers, a large import and a change that waits', async () => {
    let isWriting = true;
    const url = () => system().url;
    const [keeper, ...readers] = await Promise.all([1, 2, 3].map(() => system().newClient(campus().institutionId)));
    const kept = new KeptCopy(placeInFile(join(folder, 'copy.db')), keeper as TestClient, url);
    /** How often the programs are killed, and started again. */
    const [list, feed] = readers.map(
      (each) =>
        new CopyByHand({ ...each, baseUrl: url() }, () => {
          if (isWriting && draws.oneIn(20)) throw new Killed();
        }),
    ) as [CopyByHand, CopyByHand];
    const users = await campus().client.walk('/users', { limit: '100' });

    // Another session holds a user's row, so a change that has begun cannot end.
    const held = users[0]?.id ?? '';
    const holder = await openClient({ connectionString: system().databases.url('directory') });
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [held]);
    const changeHeld = () => campus().client.patch(`/users/${held}`, { lastName: 'Late' }, { ifMatch: '*' });
    const late = changeHeld();
    await until('the change that waits', async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await query(system().databases.url('directory'), waiting)).length > 0;
    });
    const follow = async () => {
      const each = [() => list.byList(), () => feed.byFeed(), () => kept.sync()];
      await Promise.all(each.map(untilNotKilled));
    };
    await untilNotKilled(() => feed.byFeed());
    await untilNotKilled(() => feed.byList());
    await follow();

    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const client = await system().newClient(campus().institutionId);
      const own = users.slice(1).filter((_, index) => index % WRITERS === writer);
      for (let change = 0; change < CHANGES_EACH; change++) {
        const { id } = own[change % own.length] as { id: string };
        const answer = await client.patch(`/users/${id}`, { lastName: `W${change}` }, { ifMatch: '*' });
        expect(answer.status).toBe(200);
      }
    });
    const bundle = {
      institution: { ref: 'copies', name: 'Copies' },
      users: Array.from({ length: imported }, (_, n) => ({
        ref: `u${n}`,
        email: `u${n}@copies.example`,
        name: `User ${n}`,
      })),
    };
    const written = Promise.all([...writers, campus().cli.importBundle(bundle)]).finally(() => (isWriting = false));
    for (let rounds = 0; rounds < 3; rounds++) await follow();
    await holder.query('COMMIT');
    await holder.end();
    // On a busy machine the rounds may take longer than a request may, and a client sends it again.
    const { status } = await late;
    expect(status === 503 ? (await changeHeld()).status : status).toBe(200);
    while (isWriting) await follow();
    expect((await written).at(-1)).toMatchObject({ code: 0 });

    await until('the events', async () => {
      const unpublished = 'SELECT FROM outbox WHERE published_at IS NULL LIMIT 1';
      return (await query(system().databases.url('directory'), unpublished)).length === 0;
    });
    await list.byList();
    await untilTrue({ name: 'what `sync` keeps', differences: () => kept.differences() });
    const records = await kept.records('users');
    expect(records.size).toBeGreaterThanOrEqual(imported);
    expect([list.users.size, lacking(list.users, records)]).toEqual([records.size, []]);
    await until('the feed', async () => {
      await feed.byFeed();
      return lacking(feed.users, records).length === 0;
    });
    expect(feed.users.size).toBe(records.size);
  });
};

class Killed extends Error {}

async function untilNotKilled(program: () => Promise<unknown>): Promise<void> {
  for (let isOver = false; !isOver; )
    isOver = await program().then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
}
