import type pg from 'pg';
import { captureStatement, literal } from '../../../test/support/postgres/captured-statement.ts';
import { median } from '../../quantile.ts';
import { type CaseParams, paramsOf } from '../year/case-params.ts';
import type { MadeYear } from '../year/make-year.ts';
import type { Case } from './case.ts';

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
const TRIES = 20;

/** Where a statement is measured. */
export interface Side {
  readonly client: pg.Client;
  readonly year: MadeYear;
}

type Execution = Omit<Figure, 'readsWhole'>;

/**
 * Executes a statement as prepared by the product, with a generic plan, in one database after the other, so that other
 * load on the machine affects all alike; rolls back changes.
 */
export async function measure(sides: readonly Side[], { run }: Case): Promise<Figure[]> {
  const taken = sides.map((side) => ({ ...side, best: [] as Execution[], readsWhole: false }));
  for (const { client } of taken) await client.query("SET plan_cache_mode = 'force_generic_plan'");
  for (let turn = 0; turn < TURNS; turn++) {
    const executes = await Promise.all(taken.map(({ client, year }) => prepared(client, run, paramsOf(year, turn))));
    for (let round = 0; round < TRIES; round++)
      for (const [index, side] of taken.entries()) {
        const plan = await explained(side.client, executes[index] ?? '');
        side.readsWhole ||= plan.readsWhole;
        if (round === 0 || plan.ms < (side.best[turn]?.ms ?? 0)) side.best[turn] = plan;
      }
    for (const { client } of taken) await client.query('DEALLOCATE measured');
  }
  return taken.map(({ best, readsWhole }) => {
    const of = (figure: keyof Execution) => median(best.map((execution) => execution[figure]));
    return { ms: of('ms'), blocks: of('blocks'), rows: of('rows'), readsWhole };
  });
}

/** Prepares the statement that a store function sends; returns the text that explains it. */
async function prepared(client: pg.Client, run: Case['run'], params: CaseParams): Promise<string> {
  const { statement, values } = await captureStatement((db) => run(db, params));
  await client.query(`PREPARE measured AS ${statement.text}`);
  const list = values.length > 0 ? `(${values.map(sqlOf).join()})` : '';
  return `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE measured${list}`;
}

async function explained(client: pg.Client, execute: string): Promise<Figure> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(execute);
  await client.query('ROLLBACK');
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!plan) throw new Error('no plan came');
  return {
    ms: plan['Execution Time'],
    blocks: plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'],
    rows: plan.Plan['Actual Rows'],
    readsWhole: JSON.stringify(plan.Plan).includes('"Seq Scan"'),
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

function sqlOf(value: Parameters<typeof literal>[0]): string {
  return value instanceof Uint8Array ? `'\\x${Buffer.from(value).toString('hex')}'` : literal(value);
}
