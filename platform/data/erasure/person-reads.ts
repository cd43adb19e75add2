import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, sqlStatement, type Table, text, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import { present } from '../../core/present.ts';
import { auditLog } from '../platform-tables.ts';
import { type RegisteredTable, registered } from '../register.ts';
import type { Word } from '../tables.ts';

interface Person {
  readonly institutionId: string;
  readonly userId: string;
  /** What may name the person in texts of others. */
  readonly texts: readonly string[];
}

/** The place behind the last record of a table that was looked at. */
interface Place {
  readonly table: string;
  readonly id: string;
}

interface Part {
  /** What is stored of the person: rows of a table, at most {@link MOST}, and what their columns say. */
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly says: readonly Word[] }[];
  /** Records of others whose text may name the person. */
  readonly mentions: readonly { readonly resourceKind: string; readonly resourceId: string }[];
  readonly next: Place | null;
}

/** Reads what a service stores of a person, some rows at a time. */
export type PersonReads = (db: Reader, person: Person, after: Place | null) => Promise<Part>;

/** The reads of what tables hold of a person, made of what they declare: of no table is anything said here. */
export function personReads(tables: readonly Table[]): PersonReads {
  const counts = [countOfAudit, ...tables.flatMap(countIn)];
  const scans = tables.flatMap(scanIn);
  return async (db, person, after) => {
    const of = { institutionId: person.institutionId, userId: person.userId };
    const counted = after ? [] : await Promise.all(counts.map((count) => count(db, of)));
    const at = after ? scans.findIndex(({ name }) => name === after.table) : 0;
    const scan = scans[at];
    const held = counted.filter(({ rows }) => rows > 0);
    if (!scan) return { tables: held, mentions: [], next: null };
    const { looked, last, rows, named } = await scan.read(db, { ...person, after: after?.id ?? FIRST });
    const behind = looked < LOOKED_AT ? scans[at + 1] : scan;
    return {
      tables: scan.says && rows > 0 ? [...held, { table: scan.name, rows, says: scan.says }] : held,
      mentions: named.map((resourceId) => ({ resourceKind: scan.resourceKind, resourceId })),
      next: behind ? { table: behind.name, id: behind === scan && last !== null ? last : FIRST } : null,
    };
  };
}

/** Counting ends here. */
const MOST = 10_001;
const LOOKED_AT = 5_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Count = (db: Reader, of: Omit<Person, 'texts'>) => Promise<Part['tables'][number]>;

/** The rows that a column with the person's id leads to; those of columns with lists are counted by {@link scanIn}. */
function countIn(table: Table): Count[] {
  const { name, whose, belongsTo, isOfTheMoment, columns } = registered(table);
  const [column, ...more] = typeof whose === 'string' ? [] : whose;
  if (column === undefined || more.length > 0 || !('institution' in belongsTo) || isOfTheMoment) return [];
  const type = columns.find((each) => each.name === column)?.type === 'uuid' ? uuid() : text();
  const statement = sqlStatement(table, 'count_of_person', {
    parameters: { institutionId: uuid(), userId: type },
    result: { rows: bigint() },
    text: ($) => `SELECT count(*) AS rows FROM (SELECT FROM ${name} t
     WHERE t.${belongsTo.institution} = ${$.institutionId} AND t.${column} = ${$.userId} LIMIT ${MOST}) held`,
  });
  const says = saidOf(registered(table));
  return [async (db, of) => ({ table: name, rows: (await db.rows(statement, of))[0]?.rows ?? 0, says })];
}

/** Of former administrators. */
const [countOfAudit] = countIn(auditLog) as [Count];

interface Scan {
  readonly name: string;
  readonly resourceKind: string;
  /** Of a table that no column leads to one person: its rows are counted here. */
  readonly says: readonly Word[] | null;
  read(db: Reader, from: Person & { readonly after: string }): Promise<Scanned>;
}

interface Scanned {
  readonly looked: number;
  readonly last: string | null;
  readonly rows: number;
  readonly named: readonly string[];
}

/** Looks through the texts of records, in the order of their ids. History is not looked through: retention removes it. */
function scanIn(table: Table): Scan[] {
  const of = registered(table);
  const { name, whose, belongsTo, columns } = of;
  const texts = columns.filter(({ says, type }) => says === 'text' && type !== 'bytea');
  if (!table.audited || texts.length === 0 || !('institution' in belongsTo)) return [];
  const hasIn = (column: string, userId: string) =>
    columns.find((each) => each.name === column)?.type.endsWith('[]')
      ? `${userId}::uuid = ANY(t.${column})`
      : `coalesce(t.${column}::text = ${userId}::uuid::text, false)`;
  const isTheirs = (whom: RegisteredTable['whose'], userId: string) =>
    typeof whom === 'string' ? `${userId}::uuid IS NULL` : whom.map((column) => hasIn(column, userId)).join(' OR ');
  const statement = sqlStatement(table, 'scan_for_person', {
    parameters: { institutionId: uuid(), userId: uuid(), texts: text().array(), after: uuid(), limit: bigint() },
    result: { looked: bigint(), last: uuid().nullable(), rows: bigint(), named: uuids() },
    text: ($) => {
      const isNamed = texts.map(
        (column) => `(NOT (${isTheirs(column.whose, $.userId)}) AND EXISTS (SELECT FROM unnest(${$.texts}) AS word
       WHERE strpos(lower(t.${column.name}::text), lower(word)) > 0))`,
      );
      return `SELECT count(*) AS looked, (array_agg(t.id ORDER BY t.id DESC))[1] AS last,
     count(*) FILTER (WHERE ${isTheirs(whose, $.userId)}) AS rows,
     coalesce(array_agg(t.id ORDER BY t.id) FILTER (WHERE ${isNamed.join(' OR ')}), '{}') AS named
   FROM (SELECT * FROM ${name} s WHERE s.${belongsTo.institution} = ${$.institutionId} AND s.id > ${$.after}
     ORDER BY s.id LIMIT ${$.limit}) t`;
    },
  });
  const isCounted = typeof whose !== 'string' && whose.length > 1;
  return [
    {
      ...{ name, resourceKind: table.audited.resource, says: isCounted ? saidOf(of) : null },
      read: async (db, from) => present((await db.rows(statement, { ...from, limit: LOOKED_AT }))[0], 'row'),
    },
  ];
}

function saidOf({ columns }: RegisteredTable): Word[] {
  const theirs = columns.filter(({ says, whose }) => says !== 'nothing' && typeof whose !== 'string');
  return [...new Set(theirs.map(({ says }) => says))];
}
