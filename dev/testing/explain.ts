import type { Reader } from '../../platform/data/tx.ts';
import { captureStatement, literal } from './captured-statement.ts';
import type { TestService } from './start-test-service.ts';

/**
 * How the server carries out the statement that a store function sends, as a prepared one whose values it does not look at: what a busy
 * connection does. The text of the plan, with what it has touched.
 */
export async function explain(
  service: Pick<TestService, 'sql'>,
  read: (db: Reader) => Promise<unknown>,
): Promise<string> {
  const { statement, values } = await captureStatement(read);
  return explainText(service, statement.text, values.map(literal));
}

/** The same of a statement's text, with its values as SQL has them. */
export async function explainText(
  service: Pick<TestService, 'sql'>,
  text: string,
  values: readonly string[],
): Promise<string> {
  await service.sql(EXPLAIN);
  const lines = await service.sql<{ line: string }>('SELECT explain_prepared($1, $2) AS line', [text, values.join()]);
  return lines.map(({ line }) => line).join('\n');
}

/** How many plans the server made of the statement that a store function sends, over ten executions, for their values. */
export async function plansForValues(service: TestService, read: (db: Reader) => Promise<unknown>): Promise<number> {
  const { statement, values } = await captureStatement(read);
  await service.sql(PLANS);
  const [row] = await service.sql<{ plans: number }>('SELECT plans_for_values($1, $2)::integer AS plans', [
    statement.text,
    values.map(literal).join(),
  ]);
  if (!row) throw new Error('no count came');
  return row.plans;
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

/** How many blocks of 8 KiB the execution of a plan has touched, in memory or on disk. */
export function blocksTouched(plan: string): number {
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
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
