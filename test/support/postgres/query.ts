import { withClient } from '../../../libraries/pg-batch/index.ts';

/** The rows of one statement, run on a new connection. */
export async function query<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withClient({ connectionString: url }, async (client) => (await client.query(text, [...values])).rows as Row[]);
}
