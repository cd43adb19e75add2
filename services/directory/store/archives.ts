import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  columnsBut,
  findBy,
  insertRow,
  instant,
  integer,
  lockRow,
  plainText,
  type RowOf,
  removeExpired,
  sqlStatement,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { table } from '../../../platform/data/tables.ts';

/** The archive that an institution's administrators have made for themselves, or are making: one of each institution. */
export const archives = table('archives', {
  whose: 'requestedBy',
  isOfTheMoment: true,
  columns: {
    institutionId: uuid().says('nothing'),
    id: uuid().says('nothing'),
    requestedAt: instant().says('nothing'),
    requestedBy: uuid().says('nothing'),
    requestedByName: plainText().says('name'),
    /** Until when it is being made, unless somebody says again that it is. */
    runsUntil: instant().says('nothing'),
    done: integer().says('nothing'),
    total: integer().says('nothing'),
    hasFailed: boolean().says('nothing'),
    /** In bytes; null until it is finished, as `members`, which is JSON. */
    size: bigint().says('nothing').nullable(),
    members: plainText().says('nothing').nullable(),
    expiresAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId'],
  indexes: {
    archives_by_expiry: { on: ['expiresAt'] },
  },
});

export type ArchiveRow = RowOf<typeof archives>;

export async function findArchive(db: Reader, institutionId: string): Promise<Shown | undefined> {
  return (await db.point(FIND, { institutionId })) ?? undefined;
}

/** The same, locked until the transaction ends. */
export async function lockArchive(tx: Tx, institutionId: string): Promise<ArchiveRow | undefined> {
  return (await tx.rows(LOCK, { institutionId }))[0];
}

/** Replaces the institution's archive. The institution is locked. */
export function replaceArchive(tx: Tx, row: ArchiveRow): void {
  tx.write(REMOVE, { institutionId: row.institutionId });
  tx.write(INSERT, row);
}

/** Notes how far an archive is, which is locked. */
export function advance(tx: Tx, row: Pick<ArchiveRow, (typeof ADVANCED)[number] | 'institutionId'>): void {
  tx.write(ADVANCE, row);
}

/** See the platform's Expiry. */
export const removeArchives = removeExpired(archives, 'expiresAt');

type Shown = Omit<ArchiveRow, 'members'>;
const ADVANCED = ['runsUntil', 'done', 'total', 'hasFailed', 'size', 'members'] as const;

const FIND = findBy(archives, ['institutionId'], columnsBut(archives, 'members'));
const LOCK = lockRow(archives, ['institutionId'], columnsBut(archives));
const REMOVE = sqlStatement(archives, 'remove', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ($) => `DELETE FROM archives WHERE institution_id = ${$.institutionId}`,
});
const INSERT = insertRow(archives);
const { runsUntil, done, total, hasFailed, size, members } = archives.columns;
const ADVANCE = sqlStatement(archives, 'advance', {
  writes: true,
  parameters: { institutionId: uuid(), runsUntil, done, total, hasFailed, size, members },
  result: {},
  text: ($) => `UPDATE archives SET runs_until = ${$.runsUntil}, done = ${$.done}, total = ${$.total},
     has_failed = ${$.hasFailed}, size = ${$.size}, members = ${$.members}
   WHERE institution_id = ${$.institutionId}`,
});
