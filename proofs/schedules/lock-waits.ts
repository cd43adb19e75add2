import type pg from 'pg';

/**
 * Which of some sessions of the server wait for a lock, and whether for a session that is not one of them. Those that
 * wait only for each other are in a deadlock, which the server ends. Sessions that have ended are left out.
 */
export async function lockWaits(
  watch: pg.Pool,
  pids: readonly number[],
): Promise<ReadonlyMap<number, 'for another' | 'in a deadlock' | 'no'>> {
  const { rows } = await watch.query<{ pid: number; by: readonly number[] }>(WAITS, [pids]);
  const left = new Map(rows.filter(({ by }) => by.length > 0).map(({ pid, by }) => [pid, by]));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [pid, by] of left) if (by.some((blocker) => !left.has(blocker))) left.delete(pid);
  }
  return new Map(
    rows.map(({ pid, by }) => [pid, by.length === 0 ? 'no' : left.has(pid) ? 'in a deadlock' : 'for another']),
  );
}

const WAITS = `SELECT pid, pg_blocking_pids(pid) AS by FROM unnest($1::integer[]) AS s(pid)
  WHERE EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = s.pid)`;
