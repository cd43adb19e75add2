import type { TestService } from '../../../dev/testing/start-test-service.ts';
import { bind } from '../../../platform/data/statements/parameters.ts';
import type { Declared } from '../../../platform/data/statements/prepared.ts';
import type { Statement, Value } from '../../../platform/data/statements/statement.ts';
import type { Reader } from '../../../platform/data/tx.ts';

/**
 * How the server carries out the statement that a store function sends, as a prepared one whose values it does not look at: what a busy
 * connection does. The text of the plan, with what it has touched.
 */
export async function explain(service: TestService, read: (db: Reader) => Promise<unknown>): Promise<string> {
  let asked: [Statement, readonly Value[]] | undefined;
  await read({
    async rows(statement: Declared, values: unknown) {
      asked = [statement, bind(statement, values as object)];
      return [];
    },
    point: () => Promise.reject(new Error('no list')),
  });
  if (!asked) throw new Error('nothing was asked');
  const [{ text }, values] = asked;
  await service.sql(EXPLAIN);
  const lines = await service.sql<{ line: string }>('SELECT explain_prepared($1, $2) AS line', [
    text,
    values.map(literal).join(),
  ]);
  return lines.map(({ line }) => line).join('\n');
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
