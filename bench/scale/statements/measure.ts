import { createHash } from 'node:crypto';
import type pg from 'pg';
import { captureStatement, literal } from '../../../dev/testing/captured-statement.ts';
import type { MadeYear } from '../year/make-year.ts';
import type { Case, CaseParams } from './case.ts';

export interface Figure {
  /** Median of the server's execution time. */
  readonly ms: number;
  /** Median of the blocks of 8 KiB accessed. */
  readonly blocks: number;
  /** Rows of the last execution. */
  readonly rows: number;
  /** Whether there was a full table scan. */
  readonly readsWhole: boolean;
}

const TURNS = 7;
const TRIES = 5;

/** Executes a statement as prepared by the product, with a generic plan, for several targets; rolls back changes. */
export async function measure(client: pg.Client, { run }: Case, year: MadeYear): Promise<Figure> {
  const figures: Omit<Figure, 'readsWhole'>[] = [];
  let readsWhole = false;
  await client.query("SET plan_cache_mode = 'force_generic_plan'");
  for (let turn = 0; turn < TURNS; turn++) {
    const { statement, values } = await captureStatement((db) => run(db, paramsOf(year, turn)));
    await client.query(`PREPARE measured AS ${statement.text}`);
    const execute = `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE measured${values.length > 0 ? `(${values.map(sqlOf).join()})` : ''}`;
    let best: Omit<Figure, 'readsWhole'> | undefined;
    for (let round = 0; round < TRIES; round++) {
      await client.query('BEGIN');
      const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(execute);
      await client.query('ROLLBACK');
      const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
      if (!explained) throw new Error('no plan came');
      const { Plan: plan } = explained;
      const figure = {
        ms: explained['Execution Time'],
        blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
        rows: plan['Actual Rows'],
      };
      readsWhole ||= JSON.stringify(plan).includes('"Seq Scan"');
      if (!best || figure.ms < best.ms) best = figure;
    }
    if (best) figures.push(best);
    await client.query('DEALLOCATE measured');
  }
  const median = (of: (figure: Omit<Figure, 'readsWhole'>) => number) =>
    figures.map(of).toSorted((a, b) => a - b)[Math.floor(TURNS / 2)] ?? Number.NaN;
  return {
    ms: median(({ ms }) => ms),
    blocks: median(({ blocks }) => blocks),
    rows: median(({ rows }) => rows),
    readsWhole,
  };
}

interface Explained {
  readonly 'Execution Time': number;
  readonly Plan: {
    readonly 'Actual Rows': number;
    readonly 'Shared Hit Blocks': number;
    readonly 'Shared Read Blocks': number;
  };
}

function paramsOf({ large, begin, size }: MadeYear, turn: number): CaseParams {
  const DAY_MS = 86_400_000;
  return {
    actor: { kind: 'integration', institutionId: large, integrationId: large, createdBy: null },
    size,
    uid: (kind, n) => uuidOf(createHash('md5').update(`${kind}${n}`).digest('hex')),
    at: (part, days = 0) => new Date(Date.parse(begin) + (part * 365 + days) * DAY_MS).toISOString(),
    turn,
  };
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

function sqlOf(value: Parameters<typeof literal>[0]): string {
  return value instanceof Uint8Array ? `'\\x${Buffer.from(value).toString('hex')}'` : literal(value);
}
