import { services } from '../../deploy/installation/services.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import type { MadeYear } from './year/make-year.ts';

interface Size {
  readonly name: string;
  readonly rows: string;
  readonly heap: string;
  readonly indexes: string;
  readonly mib: string;
}

/** Prints the bytes per row of each large table, including its index entries. */
export async function reportSizes(year: MadeYear, print: (line: string) => void): Promise<void> {
  print('| table | rows | bytes a row | of them indexes | MiB |\n|---|---|---|---|---|');
  for (const { name: service } of services)
    await withClient({ connectionString: year.url(service) }, async (client) => {
      const { rows } = await client.query<Size>(SIZES);
      for (const { name, rows: count, heap, indexes, mib } of rows)
        print(`| ${service}: ${name} | ${count} | ${Number(heap) + Number(indexes)} | ${indexes} | ${mib} |`);
    });
}

/** Partitions count for their parent. */
const SIZES = `SELECT name, sum(tuples)::bigint AS rows, round(sum(heap) / sum(tuples)) AS heap, round(sum(indexes) / sum(tuples)) AS indexes,
    round(sum(heap + indexes) / 1048576) AS mib
  FROM (
    SELECT coalesce((SELECT i.inhparent::regclass::text FROM pg_inherits i WHERE i.inhrelid = c.oid), c.relname) AS name,
      c.reltuples::numeric AS tuples, pg_table_size(c.oid) AS heap, pg_indexes_size(c.oid) AS indexes
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.reltuples > 0) AS tables
  GROUP BY name HAVING sum(tuples) >= 5000 ORDER BY sum(heap + indexes) DESC`;
