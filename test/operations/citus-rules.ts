import type pg from 'pg';
import type { Violation } from '../architecture/project/violations.ts';
import { type Constraint, constraintsOf, placementOf, tablesOf, uniqueIndexesOf } from './distribution.ts';
import { isImpossible } from './distribution-sql.ts';

const TENANT = 'institution_id';

/** What of a database's schema Citus refuses to distribute by institution. */
export async function findRefusedByCitus(client: pg.Client): Promise<Violation[]> {
  const distributed = (await tablesOf(client)).filter((table) => placementOf(table) === 'distributed');
  const constraints = (await constraintsOf(client)).filter(({ table }) => distributed.includes(table));
  const indexes = (await uniqueIndexesOf(client)).filter(({ table }) => distributed.includes(table));
  return [
    ...constraints
      .filter(({ kind }) => kind !== 'f')
      .filter((key) => !hasTenant(key))
      .map(keyFault),
    ...indexes.filter(({ columns }) => !columns.includes(TENANT)).map(keyFault),
    ...constraints.filter(({ kind }) => kind === 'f').flatMap(referenceFaults),
    ...(await client.query<Violation>(OTHERS, [distributed])).rows,
  ];
}

/** References that have to go, because Citus has no place for them. */
export async function findImpossibleReferences(client: pg.Client): Promise<string[]> {
  return (await constraintsOf(client))
    .filter((each) => each.kind === 'f' && isImpossible(each))
    .map(({ name }) => name);
}

/** Unique and exclusion constraints must have the distribution column, an exclusion one with equality. */
function hasTenant({ columns, operators }: Constraint): boolean {
  const place = columns.indexOf(TENANT);
  return place >= 0 && (operators === null || operators[place] === '=');
}

function keyFault({ table, name }: { table: string; name: string }): Violation {
  return { place: name, what: `key of ${table} without ${TENANT}, or not by its equality` };
}

function referenceFaults(reference: Constraint): Violation[] {
  const { name, target, columns, target_columns: theirs, on_update: onUpdate, on_delete: onDelete } = reference;
  const fault = (what: string) => [{ place: name, what }];
  const own = columns.indexOf(TENANT);
  if (target !== null && placementOf(target) === 'distributed' && (own < 0 || theirs[own] !== TENANT))
    return fault(`refers to ${target} without ${TENANT} on both sides`);
  if (target !== null && placementOf(target) === 'local') return fault(`refers to ${target}, which is on one node`);
  if (!'ar'.includes(onUpdate)) return fault('changes the distribution column with the row that it refers to');
  return 'nd'.includes(onDelete) ? fault('would unset the distribution column') : [];
}

/** Nullable or volatile distribution columns, triggers of ours, sequences, rules, generated columns by identity, and storage that Citus has none for. */
const OTHERS = `
  WITH t AS (SELECT c.* FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY($1::text[]))
  SELECT relname AS place, 'has no institution_id uuid NOT NULL' AS what FROM t
    WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'institution_id' AND a.attnotnull
                        AND a.atttypid = 'uuid'::regtype AND a.attidentity = '')
  UNION ALL SELECT relname, 'has a trigger ' || g.tgname FROM t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
  UNION ALL SELECT relname, 'has a rule ' || r.rulename FROM t JOIN pg_rewrite r ON r.ev_class = t.oid
  UNION ALL SELECT relname, 'has a column by sequence ' || a.attname FROM t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE a.attidentity <> '' OR pg_get_serial_sequence(t.oid::regclass::text, a.attname) IS NOT NULL AND a.attnum > 0
  UNION ALL SELECT relname, 'is not an ordinary, permanent table' FROM t WHERE relpersistence <> 'p' OR relkind <> 'r' OR relhassubclass`;
