import { jsonOf } from './json-of.ts';
import { storedName, type Table } from './table.ts';

/** A statement that changes an audited table. */
interface Change {
  readonly table: Table;
  /** The table's alias in the statement. */
  readonly alias: string;
  readonly verb: 'insert' | 'update' | 'delete';
  /** Without RETURNING and ON CONFLICT. */
  readonly text: string;
  /** The number of its parameters. */
  readonly parameters: number;
}

/**
 * A change and its audit records as one statement, with the author's parameters after its own: neither exists without
 * the other, and the records cost no extra round trip.
 *
 * All parts of a statement see the same snapshot, so it also reads the previous versions of the changed rows. As
 * everywhere, an earlier statement of the transaction must lock the rows of an UPDATE, or other writers must be
 * excluded in another way.
 */
export function auditedText({ table, alias, verb, text, parameters }: Change): string {
  const { audited, name, tenant, auditLog } = table;
  if (!audited) throw new Error(`${name} is not audited`);
  const owner = storedName(audited.tenant ?? tenant);
  const column = storedName(tenant);
  const author = auditLog.author.map(([, type], index) => `$${parameters + index + 1}::${type}`).join(', ');
  const revision = `${alias}.revision`;
  const after =
    audited.deleted === undefined
      ? revision
      : `CASE WHEN ${alias}.${storedName(audited.deleted)} IS NULL THEN ${revision} END`;
  const before = verb === 'delete' ? revision : 'NULL::uuid';
  const { values = [] } = audited;
  const fields = values.length > 0 ? `, ${jsonOf(table, alias, values)} AS fields` : '';
  const fieldsBefore =
    verb === 'update' ? jsonOf(table, 'prior', values) : verb === 'delete' ? 'changed.fields' : 'NULL::json';
  const fieldsAfter = verb === 'delete' ? 'NULL::json' : 'changed.fields';
  const prior = verb === 'update' ? 'prior.revision' : 'changed.before';
  const join =
    verb === 'update' ? ` JOIN ${name} prior ON prior.${owner} = changed.${column} AND prior.id = changed.id` : '';
  return `WITH changed AS (${text}
     RETURNING ${alias}.${owner} AS ${column}, ${alias}.id, ${before} AS before, ${verb === 'delete' ? 'NULL::uuid' : after} AS after${fields})
   INSERT INTO ${auditLog.table} (${column}, resource, resource_id, version_before, version_after, ${auditLog.author.map(([name]) => name).join(', ')}${fields && ', fields_before, fields_after'})
   SELECT changed.${column}, '${audited.resource}', changed.id, ${prior}, changed.after, ${author}${fields && `, ${fieldsBefore}, ${fieldsAfter}`} FROM changed${join}`;
}
