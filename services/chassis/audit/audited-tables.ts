import { type Token, tokensOf } from '../db/sql-tokens.ts';
import { type SqlWrite, writesOf } from '../db/sql-writes.ts';
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
  /** The names of DELETEs that remove, after their time, rows whose deletion was recorded. */
  readonly expiry?: readonly string[];
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
 *
 * What a statement changes is read from its tokens, however its names are written. One that may change an audited table in a way that is not read
 * throws when it is first sent.
 */
export class AuditedTables {
  readonly #tables: ReadonlyMap<string, AuditedTable>;
  readonly #forms = new WeakMap<Statement, Statement | null>();
  readonly #reads = new WeakSet<Statement>();

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

  /** Throws when a statement that belongs to no transaction, and so to no author, changes an audited table. */
  requireRead(statement: Statement): void {
    if (this.#reads.has(statement)) return;
    const { table, name } = this.#changeOf(statement) ?? {};
    if (table && !table.expiry?.includes(statement.name))
      throw new Error(`${statement.name} changes ${name} outside of a transaction`);
    this.#reads.add(statement);
  }

  #makeForm(statement: Statement): Statement | null {
    const change = this.#changeOf(statement);
    if (!change) return null;
    const { tokens, writes, name, table } = change;
    const [write, second] = writes;
    const isPlain = !tokens.some(({ kind, value }) => kind === 'word' && ['returning', 'conflict'].includes(value));
    if (!write || second || write.at !== 0 || write.verb === 'merge' || !isPlain)
      throw new Error(`${statement.name} changes ${name} in a way that cannot be audited: see AuditedTables`);
    if (write.verb === 'update' && !setsRevision(tokens, write.next)) {
      if (table.interim?.includes(statement.name)) return null;
      throw new Error(`${statement.name} changes ${name} without a new revision`);
    }
    return { name: statement.name, text: auditedText(statement.text, change, write) };
  }

  /** What a statement changes that is audited, or may change as far as its tokens tell; null for others. */
  #changeOf({ text }: Statement): Change | null {
    if (this.#tables.size === 0) return null;
    const tokens = tokensOf(text);
    const writes = writesOf(tokens);
    for (const [name, table] of this.#tables) {
      if (writes ? writes.some((write) => write.table === name) : text.toLowerCase().includes(name))
        return { tokens, writes: writes ?? [], name, table };
    }
    return null;
  }
}

interface Change {
  readonly tokens: readonly Token[];
  /** None where they cannot be told. */
  readonly writes: readonly SqlWrite[];
  /** An audited table that is changed. */
  readonly name: string;
  readonly table: AuditedTable;
}

/** Whether an UPDATE gives its rows a revision: `revision =` at the head of an assignment. */
function setsRevision(tokens: readonly Token[], from: number): boolean {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const { kind, value, source } = tokens[at] as Token;
    if (source === '(') depth++;
    else if (source === ')') depth--;
    else if (depth > 0) continue;
    else if (kind === 'word' && (value === 'from' || value === 'where')) return false;
    else if (kind !== 'text' && value === 'revision' && tokens[at + 1]?.source === '=') {
      const before = tokens[at - 1];
      if (before?.source === ',' || (before?.kind === 'word' && before.value === 'set')) return true;
    }
  }
  return false;
}

/** How the rest of a statement calls the table: by its alias, or by its name. */
function aliasOf(tokens: readonly Token[], { verb, written, next }: SqlWrite): string {
  const at = tokens[next]?.source === '*' ? next + 1 : next;
  const isAs = tokens[at]?.kind === 'word' && tokens[at].value === 'as';
  const alias = tokens[isAs ? at + 1 : at];
  if (isAs && alias) return alias.source;
  const isAlias = alias?.kind === 'quoted' || (alias?.kind === 'word' && !BEHIND_TABLE.has(alias.value));
  return verb !== 'insert' && isAlias ? alias.source : written;
}

const BEHIND_TABLE = new Set(['set', 'using', 'where']);

function auditedText(text: string, { tokens, table }: Change, write: SqlWrite): string {
  const { resource, institution = 'institution_id', deleted } = table;
  const own = Math.max(0, ...tokens.filter(({ kind }) => kind === 'parameter').map(({ value }) => Number(value)));
  const alias = aliasOf(tokens, write);
  const author = AUTHOR.map((type, index) => `$${own + index + 1}::${type}`).join(', ');
  const revision = `${alias}.revision`;
  const after = deleted === undefined ? revision : `CASE WHEN ${alias}.${deleted} IS NULL THEN ${revision} END`;
  const changed = (before: string, now: string) =>
    `WITH changed AS (${text}
   RETURNING ${alias}.${institution} AS institution_id, ${alias}.id, ${before} AS before, ${now} AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, ${AUTHOR_COLUMNS})`;
  const select = (before: string) =>
    `SELECT changed.institution_id, '${resource}', changed.id, ${before}, changed.after, ${author} FROM changed`;
  if (write.verb === 'insert') return `${changed('NULL::uuid', after)}\n   ${select('changed.before')}`;
  if (write.verb === 'delete') return `${changed(revision, 'NULL::uuid')}\n   ${select('changed.before')}`;
  return `${changed('NULL::uuid', after)}
   ${select('prior.revision')}
   JOIN ${write.written} AS prior ON prior.${institution} = changed.institution_id AND prior.id = changed.id`;
}

const AUTHOR_COLUMNS = 'recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause';
const AUTHOR = ['timestamptz', 'text', 'text', 'text', 'uuid', 'text', 'text', 'uuid'] as const;
