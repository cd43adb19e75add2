import { storedName, type Table } from '../../libraries/typed-sql/index.ts';
import type { Mask, Word } from './tables.ts';

/** Whose something is: of the people whose ids are in these columns, of several whom only the content tells, or of nobody. */
type Whose = readonly string[] | 'many' | 'nobody';

/** A column, as what leaves the platform, or must not, is told by. */
export interface RegisteredColumn {
  readonly name: string;
  readonly says: Word;
  readonly whose: Whose;
  /** As PostgreSQL's `format_type` says it. */
  readonly type: string;
  /** Whether the database numbers the rows. */
  readonly isIdentity: boolean;
  readonly isNullable: boolean;
  /**
   * If it is encrypted with a key of the installation, so that no other installation can read it: the columns whose
   * values, with a slash between two, its bytes are bound to. The column `key_id` has the id of the key.
   */
  readonly sealedFor: readonly string[] | null;
  /** Its value, in SQL, where what is encrypted was left out; null for its own. */
  readonly withoutSealed: string | null;
  /** What takes its place in a masked copy; null if what it says tells that. */
  readonly mask: Mask | null;
}

/** A table of a service's database. All names are PostgreSQL's. */
export interface RegisteredTable {
  readonly name: string;
  /** To the institution in a column, or to the platform, with the reason. Where the column is null, to the platform. */
  readonly belongsTo: { readonly institution: string } | { readonly platform: string };
  /** The people to whom its rows lead, whatever the columns say. */
  readonly whose: Whose;
  /** Whether its rows are in no archive, because nobody misses them after a while: sign-in links, previews, … */
  readonly isOfTheMoment: boolean;
  /** Whether its rows say what has happened, and outlive what they are about. */
  readonly isHistory: boolean;
  /** Whether its rows are added or changed where somebody only reads, as those that record requests. */
  readonly isOfReads: boolean;
  readonly primaryKey: readonly string[];
  /** The tables without whose rows its own cannot be, or say nothing true. */
  readonly refersTo: readonly string[];
  /** The instant by which it is partitioned. */
  readonly partitionedBy: string | null;
  readonly columns: readonly RegisteredColumn[];
}

/** What a declared table says of its rows. */
export function registered({ tenant, audited, ...table }: Table): RegisteredTable {
  const { name, noTenant, whose = 'nobody', isOfTheMoment = false, isHistory = false, isOfReads = false } = table;
  const { partitionedBy, isCountOf } = table;
  return {
    name,
    belongsTo: noTenant === undefined ? { institution: storedName(audited?.tenant ?? tenant) } : { platform: noTenant },
    whose: whoseOf(whose),
    isOfTheMoment,
    isHistory,
    isOfReads,
    primaryKey: table.primaryKey.map(storedName),
    refersTo: [
      ...Object.values(table.references ?? {}).flatMap(({ to, isDeferred }) => (isDeferred ? [] : [to])),
      ...(isCountOf === undefined ? [] : [isCountOf]),
    ],
    partitionedBy: partitionedBy === undefined ? null : storedName(partitionedBy),
    columns: Object.entries(table.columns).map(([column, { meaning, attributes }]) => ({
      name: storedName(column),
      // `table` takes no other.
      says: meaning.says as Word,
      whose: whoseOf(meaning.whose ?? whose),
      type: attributes.type,
      isIdentity: attributes.isIdentity ?? false,
      isNullable: attributes.isNullable,
      sealedFor: meaning.sealedFor?.map(storedName) ?? null,
      withoutSealed: meaning.withoutSealed ?? null,
      mask: (meaning.mask as Mask | undefined) ?? null,
    })),
  };
}

function whoseOf(whose: string | readonly string[]): Whose {
  if (whose === 'many' || whose === 'nobody') return whose;
  return [whose].flat().map(storedName);
}

/** The tables of the migrations themselves, in every database, which no migration makes. */
export const migrationTables: readonly RegisteredTable[] = ['platform_migrations', 'migrations'].map((name) => ({
  name,
  belongsTo: { platform: 'migrations are of the database' },
  whose: 'nobody',
  isOfTheMoment: false,
  isHistory: false,
  isOfReads: false,
  primaryKey: ['id'],
  refersTo: [],
  partitionedBy: null,
  columns: Object.entries({ id: 'integer', name: 'text', run_on: 'timestamp without time zone' }).map(
    ([column, type]) => ({
      name: column,
      type,
      says: 'nothing',
      whose: 'nobody',
      isIdentity: false,
      isNullable: false,
      sealedFor: null,
      withoutSealed: null,
      mask: null,
    }),
  ),
}));
