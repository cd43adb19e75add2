import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { planning } from '../../../platform/data/database.ts';
import type { TestService } from '../calls/start-test-service.ts';
import { captureStatement, literal } from './captured-statement.ts';

/**
 * The plan of the statement that a store function sends, with buffers: as a prepared statement with a generic plan, as
 * on a busy connection.
 */
export async function explain(
  service: Pick<TestService, 'sql'>,
  read: (db: Reader) => Promise<unknown>,
): Promise<string> {
  const { statement, values } = await captureStatement(read);
  return explainText(service, statement.text, values.map(literal));
}

/** The same for a statement's text, with values as SQL literals. */
export async function explainText(
  service: Pick<TestService, 'sql'>,
  text: string,
  values: readonly string[],
): Promise<string> {
  await service.sql(EXPLAIN);
  const lines = await service.sql<{ line: string }>('SELECT explain_prepared($1, $2) AS line', [text, values.join()]);
  return lines.map(({ line }) => line).join('\n');
}

/** The largest number of rows read by a step of a plan, including rows removed by its filter. */
export function mostRowsMet(plan: string): number {
  const steps = plan.split('->').map((step) => {
    const [, rows = 0, loops = 1] = /actual rows=([\d.]+) loops=(\d+)/.exec(step) ?? [];
    const [, removed = 0] = /Rows Removed by Filter: (\d+)/.exec(step) ?? [];
    return (Number(rows) + Number(removed)) * Number(loops);
  });
  return Math.max(...steps);
}

/** How many blocks of 8 KiB the execution of a plan has accessed, in memory or on disk. */
export function blocksTouched(plan: string): number {
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}

const EXPLAIN = `
  CREATE OR REPLACE FUNCTION explain_prepared(query text, args text) RETURNS SETOF text LANGUAGE plpgsql AS $$
  BEGIN
    ${Object.entries(planning)
      .map(([name, value]) => `SET LOCAL ${name} = ${value};`)
      .join(' ')}
    EXECUTE 'PREPARE explained AS ' || query;
    RETURN QUERY EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING off) EXECUTE explained (' || args || ')';
    DEALLOCATE explained;
  END $$`;
