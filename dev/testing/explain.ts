import { bind } from '../../platform/data/statements/parameters.ts';
import type { Declared } from '../../platform/data/statements/prepared.ts';
import type { Statement, Value } from '../../platform/data/statements/statement.ts';
import type { Reader } from '../../platform/data/tx.ts';
import type { TestService } from './start-test-service.ts';

/**
 * How the server carries out the statement that a store function sends, as a prepared one whose values it does not look at: what a busy
 * connection does. The text of the plan, with what it has touched.
 */
export async function explain(service: TestService, read: (db: Reader) => Promise<unknown>): Promise<string> {
  const [{ text }, values] = await askedBy(read);
  await service.sql(EXPLAIN);
  const lines = await service.sql<{ line: string }>('SELECT explain_prepared($1, $2) AS line', [
    text,
    values.map(literal).join(),
  ]);
  return lines.map(({ line }) => line).join('\n');
}

/** How many plans the server made of the statement that a store function sends, over ten executions, for their values. */
export async function plansForValues(service: TestService, read: (db: Reader) => Promise<unknown>): Promise<number> {
  const [{ text }, values] = await askedBy(read);
  await service.sql(PLANS);
  const [row] = await service.sql<{ plans: number }>('SELECT plans_for_values($1, $2)::integer AS plans', [
    text,
    values.map(literal).join(),
  ]);
  if (!row) throw new Error('no count came');
  return row.plans;
}

async function askedBy(read: (db: Reader) => Promise<unknown>): Promise<[Statement, readonly Value[]]> {
  let asked: [Statement, readonly Value[]] | undefined;
  await read({
    async rows(statement: Declared, values: unknown) {
      asked = [statement, bind(statement, values as object)];
      return [];
    },
    point: () => Promise.reject(new Error('no list')),
  });
  if (!asked) throw new Error('nothing was asked');
  return asked;
}

/** Of the step of a plan that met most rows: how many, those that it did not want included. */
export function mostRowsMet(plan: string): number {
  const steps = plan.split('->').map((step) => {
    const [, rows = 0, loops = 1] = /actual rows=([\d.]+) loops=(\d+)/.exec(step) ?? [];
    const [, removed = 0] = /Rows Removed by Filter: (\d+)/.exec(step) ?? [];
    return (Number(rows) + Number(removed)) * Number(loops);
  });
  return Math.max(...steps);
}

function literal(value: Value): string {
  if (value === null || typeof value === 'number') return String(value);
  return Array.isArray(value) ? `'{${value.join()}}'` : `'${value}'`;
}

const EXPLAIN = `
  CREATE OR REPLACE FUNCTION explain_prepared(query text, args text) RETURNS SETOF text LANGUAGE plpgsql AS $$
  BEGIN
    SET LOCAL plan_cache_mode = force_generic_plan;
    EXECUTE 'PREPARE explained AS ' || query;
    RETURN QUERY EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING off) EXECUTE explained (' || args || ')';
    DEALLOCATE explained;
  END $$`;

const PLANS = `
  CREATE OR REPLACE FUNCTION plans_for_values(query text, args text) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    plans bigint;
  BEGIN
    EXECUTE 'PREPARE planned AS ' || query;
    FOR n IN 1..10 LOOP
      EXECUTE 'EXECUTE planned (' || args || ')';
    END LOOP;
    SELECT custom_plans INTO plans FROM pg_prepared_statements WHERE name = 'planned';
    DEALLOCATE planned;
    RETURN plans;
  END $$`;
