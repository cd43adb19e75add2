import type { Statement } from '../db/statement.ts';

/** A table whose rows are resources: each has an `id`, and a `revision` that is new with every change. */
export interface AuditedTable {
  /** What a row is, as audit records call it. */
  readonly resource: string;
  /** The column that names the institution; `institution_id` by default. */
  readonly institution?: string;
  /** Of a table that keeps deleted rows: the column that is not null in those. */
  readonly deleted?: string;
  /** The names of UPDATEs that keep the revision, because the same transaction writes their rows again, with a new one. */
  readonly interim?: readonly string[];
}

/** The audited tables of a service, by their names. */
export type AuditedTableMap = Readonly<Record<string, AuditedTable>>;

/**
 * Gives every statement that changes an audited table its audit records: the statement becomes a part of one that also writes a record for each row
 * that it has changed, so that neither is there without the other, at no flight of its own. Who writes a statement cannot forget
 * it, and need not know of it.
 *
 * The parts of a statement see the same snapshot: beside the changed rows it reads the versions before. The rows of an UPDATE must be locked by an
 * earlier statement of the transaction, or excluded from others' writes otherwise, as everywhere.
 */
export class AuditedTables {
  readonly #tables: ReadonlyMap<string, AuditedTable>;
  readonly #forms = new WeakMap<Statement, Statement | null>();

  constructor(tables: AuditedTableMap) {
    this.#tables = new Map(Object.entries(tables));
  }

  /**
   * The statement with its audit records, under the same name, with the parameters of `authorValues` behind its own; null when it changes
   * no audited table. Throws when it changes one in a way that cannot be recorded.
   */
  auditedForm(statement: Statement): Statement | null {
    let form = this.#forms.get(statement);
    if (form === undefined) {
      form = this.#makeForm(statement);
      this.#forms.set(statement, form);
    }
    return form;
  }

  #makeForm(statement: Statement): Statement | null {
    const changed = [...statement.text.matchAll(CHANGE)].map(([, name = '']) => name.toLowerCase());
    const [first] = changed.filter((name) => this.#tables.has(name));
    const table = first === undefined ? undefined : this.#tables.get(first);
    if (first === undefined || !table) return null;
    const head = HEAD.exec(statement.text);
    if (!head || changed.length > 1 || /\b(RETURNING|ON CONFLICT)\b/i.test(statement.text))
      throw new Error(`${statement.name} changes ${first} in a way that cannot be audited: see AuditedTables`);
    const verb = (head[1] ?? '').slice(0, 6).toUpperCase();
    if (verb === 'UPDATE' && !/\brevision\s*=/.test(statement.text)) {
      if (table.interim?.includes(statement.name)) return null;
      throw new Error(`${statement.name} changes ${first} without a new revision`);
    }
    return { name: statement.name, text: auditedText(statement.text, verb, first, head[2] ?? first, table) };
  }
}

/** What may stand in a statement that changes a table, with the table's name. */
const CHANGE = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO)\s+(?:ONLY\s+)?(\w+)/gi;
/** What a statement begins with whose rows can be told: the verb, and the alias of the table. */
const HEAD =
  /^\s*(INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+\w+(?:\s+(?:AS\s+)?(?!SET\b|USING\b|WHERE\b|SELECT\b|VALUES\b)(\w+))?/i;

function auditedText(text: string, verb: string, name: string, alias: string, table: AuditedTable): string {
  const { resource, institution = 'institution_id', deleted } = table;
  const own = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const author = AUTHOR.map((type, index) => `$${own + index + 1}::${type}`).join(', ');
  const revision = `${alias}.revision`;
  const after = deleted === undefined ? revision : `CASE WHEN ${alias}.${deleted} IS NULL THEN ${revision} END`;
  const changed = (before: string, now: string) =>
    `WITH changed AS (${text}
   RETURNING ${alias}.${institution} AS institution_id, ${alias}.id, ${before} AS before, ${now} AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, ${AUTHOR_COLUMNS})`;
  const select = (before: string) =>
    `SELECT changed.institution_id, '${resource}', changed.id, ${before}, changed.after, ${author} FROM changed`;
  if (verb === 'INSERT') return `${changed('NULL::uuid', after)}\n   ${select('changed.before')}`;
  if (verb === 'DELETE') return `${changed(revision, 'NULL::uuid')}\n   ${select('changed.before')}`;
  return `${changed('NULL::uuid', after)}
   ${select('prior.revision')}
   JOIN ${name} AS prior ON prior.${institution} = changed.institution_id AND prior.id = changed.id`;
}

const AUTHOR_COLUMNS = 'recorded_at, actor, actor_id, on_behalf_of, operation, request_id, cause';
const AUTHOR = ['timestamptz', 'text', 'text', 'uuid', 'text', 'text', 'uuid'] as const;
