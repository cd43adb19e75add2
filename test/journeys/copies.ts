import { beforeAll, expect, it } from 'vitest';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { differencesOf, FeedCopy, ListCopy, NO_DIFFERENCES } from '../support/copies.ts';
import { Draws } from '../support/draws.ts';
import { query } from '../support/postgres/query.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import type { Campus } from './campus.ts';

const WRITERS = 12;
const CHANGES_EACH = 25;
/** So many that none meets its rate limit. */
const READERS = 30;

/**
 * Whoever follows a list as the guide says holds, some rounds after the last write, exactly what the API shows.
 * @param imported how many users an import creates meanwhile
 */
export const copies = (imported: number) => (campus: () => Campus, system: () => TestSystem) => {
  let readers: TestClient[];
  const draws = new Draws(7);

  beforeAll(async () => {
    followMachine();
    const { institutionId } = campus();
    readers = await Promise.all(Array.from({ length: READERS + 1 }, () => system().newClient(institutionId)));
  });

  /** The platform's clock is the machine's, so that time passes between a command and a read. */
  const followMachine = () => system().clock.set(new Date().toISOString());

  let turn = 0;
  /** @param killed how often the reading program is killed before it has an answer, and started again */
  const reading = (killed: () => boolean) => async (path: string, params?: Readonly<Record<string, string>>) => {
    followMachine();
    // A cursor belongs to its client, so each walk has another one, and the feed the same.
    if (path !== '/events' && params?.cursor === undefined) turn = (turn + 1) % READERS;
    const reader = readers[path === '/events' ? READERS : turn] as TestClient;
    const answer = await reader.get(path, params ? { query: params } : {});
    expect(answer.status).toBe(200);
    return killed() ? undefined : answer;
  };

  it('a copy by list and one by feed miss nothing of twelve writers, a large import and a change that waits', async () => {
    let isWriting = true;
    const read = reading(() => isWriting && draws.oneIn(150));
    const [list, feed] = [new ListCopy('/users', read), new FeedCopy('/users', 'user', read)];
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
    while (!(await list.follow()));
    while (!(await feed.follow()));

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
    for (let rounds = 0; rounds < 3; ) if (await list.follow()) rounds++;
    await holder.query('COMMIT');
    await holder.end();
    // On a busy machine the rounds may take longer than a request may, and a client sends it again.
    const { status } = await late;
    expect(status === 503 ? (await changeHeld()).status : status).toBe(200);
    while (isWriting) await list.follow();
    expect((await written).at(-1)).toMatchObject({ code: 0 });

    expect(await list.follow()).toBe(true);
    const truth = new ListCopy('/users', read);
    expect(await truth.follow()).toBe(true);
    expect(truth.records.size).toBeGreaterThanOrEqual(imported);
    expect(differencesOf(list.records, truth.records)).toEqual(NO_DIFFERENCES);

    await until('the events', async () => {
      const unpublished = 'SELECT FROM outbox WHERE published_at IS NULL LIMIT 1';
      return (await query(system().databases.url('directory'), unpublished)).length === 0;
    });
    await until('the feed', async () => {
      expect(await feed.follow()).toBe(true);
      const { missing, stale } = differencesOf(feed.records, truth.records);
      return missing.length + stale.length === 0;
    });
    expect(differencesOf(feed.records, truth.records)).toEqual(NO_DIFFERENCES);
  });
};
