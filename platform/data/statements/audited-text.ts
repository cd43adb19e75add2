import { storedName, type Table } from '../schema/table.ts';

/** A change of an audited table, as it is written. */
interface Change {
  readonly table: Table;
  /** How the statement calls the table. */
  readonly alias: string;
  readonly verb: 'insert' | 'update' | 'delete';
  /** Without RETURNING and ON CONFLICT. */
  readonly text: string;
  /** How many parameters it has. */
  readonly parameters: number;
}

/**
 * The change and its audit records as one statement, with the parameters of `authorValues` behind its own: neither is there without the other, at
 * no round trip of its own.
 *
 * The parts of a statement see the same snapshot: beside the changed rows it reads the versions before. The rows of an UPDATE must be locked by an
 * earlier statement of the transaction, or excluded from others' writes otherwise, as everywhere.
 */
export function auditedText({ table, alias, verb, text, parameters }: Change): string {
  const { audited, name } = table;
  if (!audited) throw new Error(`${name} is not audited`);
  const institution = storedName(audited.institution ?? 'institutionId');
  const author = AUTHOR.map(([, type], index) => `$${parameters + index + 1}::${type}`).join(', ');
  const revision = `${alias}.revision`;
  const after =
    audited.deleted === undefined
      ? revision
      : `CASE WHEN ${alias}.${storedName(audited.deleted)} IS NULL THEN ${revision} END`;
  const before = verb === 'delete' ? revision : 'NULL::uuid';
  const prior = verb === 'update' ? 'prior.revision' : 'changed.before';
  const join =
    verb === 'update'
      ? ` JOIN ${name} prior ON prior.${institution} = changed.institution_id AND prior.id = changed.id`
      : '';
  return `WITH changed AS (${text}
     RETURNING ${alias}.${institution} AS institution_id, ${alias}.id, ${before} AS before, ${verb === 'delete' ? 'NULL::uuid' : after} AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, ${AUTHOR.map(([column]) => column).join(', ')})
   SELECT changed.institution_id, '${audited.resource}', changed.id, ${prior}, changed.after, ${author} FROM changed${join}`;
}

/** The columns that say who has made a change, and their types. */
const AUTHOR = [
  ['recorded_at', 'timestamptz'],
  ['actor', 'text'],
  ['actor_id', 'text'],
  ['actor_name', 'text'],
  ['on_behalf_of', 'uuid'],
  ['operation', 'text'],
  ['request_id', 'text'],
  ['cause', 'uuid'],
] as const;
