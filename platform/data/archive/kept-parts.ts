import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { instant, type RowOf, sqlStatement, text, typesOf, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import { standsStill } from '../standstill/fence.ts';
import { archiveChunks, archiveParts } from './archive-tables.ts';
import type { KeptPart } from './service-part.ts';

type Part = RowOf<typeof archiveParts>;
type Chunk = RowOf<typeof archiveChunks>;

/** An order for a part. */
export type Ordered = Omit<Part, 'part'>;

/** Orders a part, in place of that of another archive, whose pieces go. */
export function orderPart(tx: Tx, order: Ordered): void {
  tx.write(ORDER, order);
  tx.write(DROP_CHUNKS, { institutionId: order.institutionId });
}

/** The next order that is not carried out. @param at instant text: an expired one is none @param except archives */
export async function nextOrder(db: Reader, at: string, except: readonly string[]): Promise<Ordered | undefined> {
  return (await db.rows(NEXT, { at, except }))[0];
}

/** Makes a part anew: without what a process has kept that was ended. */
export function dropPieces(tx: Tx, { institutionId }: Ordered, service: string): void {
  tx.write(DROP_PIECES, { institutionId, folder: `${service}/` });
}

export function keepPiece(tx: Tx, piece: Chunk): void {
  tx.write(KEEP, piece);
}

/** Notes a part that is whole, unless another archive has been ordered meanwhile. */
export function finishPart(tx: Tx, { institutionId, archiveId }: Ordered, part: KeptPart): void {
  tx.write(FINISH, { institutionId, archiveId, part });
}

type Where = Pick<Chunk, 'institutionId' | 'archiveId'> & { readonly at: string };

/** Null if it is not whole, is of another archive, or has expired. */
export async function findPart(db: Reader, where: Where): Promise<KeptPart | null> {
  return (await db.rows(FIND, where))[0]?.part ?? null;
}

export async function findPiece(
  db: Reader,
  where: Where & Pick<Chunk, 'member' | 'position'>,
): Promise<Uint8Array | undefined> {
  return (await db.rows(FIND_PIECE, where))[0]?.content;
}

const { archiveId, part } = archiveParts.columns;
const { member, position, content } = archiveChunks.columns;

const ORDER = sqlStatement(archiveParts, 'order', {
  writes: true,
  parameters: { institutionId: uuid(), archiveId, expiresAt: instant() },
  result: {},
  text: ($) => `INSERT INTO archive_parts (institution_id, archive_id, expires_at)
   VALUES (${$.institutionId}, ${$.archiveId}, ${$.expiresAt})
   ON CONFLICT (institution_id)
   DO UPDATE SET archive_id = excluded.archive_id, expires_at = excluded.expires_at, part = NULL`,
});

const DROP_CHUNKS = sqlStatement(archiveChunks, 'drop', {
  writes: true,
  parameters: { institutionId: uuid() },
  result: {},
  text: ($) => `DELETE FROM archive_chunks WHERE institution_id = ${$.institutionId}`,
});

const NEXT = sqlStatement(archiveParts, 'next', {
  parameters: { at: instant(), except: uuids() },
  result: typesOf(archiveParts, ['institutionId', 'archiveId', 'expiresAt']),
  text: ($) => `SELECT p.institution_id AS "institutionId", p.archive_id AS "archiveId", p.expires_at AS "expiresAt"
   FROM archive_parts p WHERE p.part IS NULL AND p.expires_at > ${$.at} AND p.archive_id <> ALL (${$.except}) AND NOT ${standsStill('p.institution_id')}
   ORDER BY p.expires_at LIMIT 1`,
});

const DROP_PIECES = sqlStatement(archiveChunks, 'drop_pieces', {
  writes: true,
  parameters: { institutionId: uuid(), folder: text() },
  result: {},
  text: ($) => `DELETE FROM archive_chunks
   WHERE institution_id = ${$.institutionId} AND starts_with(member, ${$.folder})`,
});

// A piece that is kept twice is kept once: whoever keeps it may not have heard of the first time.
const KEEP = sqlStatement(archiveChunks, 'keep', {
  writes: true,
  parameters: { institutionId: uuid(), archiveId, member, position, content, expiresAt: instant() },
  result: {},
  text: ($) => `INSERT INTO archive_chunks (institution_id, archive_id, member, position, content, expires_at)
   VALUES (${$.institutionId}, ${$.archiveId}, ${$.member}, ${$.position}, ${$.content}, ${$.expiresAt})
   ON CONFLICT (institution_id, archive_id, member, position) DO UPDATE SET content = excluded.content`,
});

const FINISH = sqlStatement(archiveParts, 'finish', {
  writes: true,
  parameters: { institutionId: uuid(), archiveId, part },
  result: {},
  text: ($) => `UPDATE archive_parts SET part = ${$.part}
   WHERE institution_id = ${$.institutionId} AND archive_id = ${$.archiveId}`,
});

const FIND = sqlStatement(archiveParts, 'find', {
  parameters: { institutionId: uuid(), archiveId, at: instant() },
  result: { part },
  text: ($) => `SELECT part FROM archive_parts
   WHERE institution_id = ${$.institutionId} AND archive_id = ${$.archiveId} AND expires_at > ${$.at}`,
});

const FIND_PIECE = sqlStatement(archiveChunks, 'find_piece', {
  parameters: { institutionId: uuid(), archiveId, member, position, at: instant() },
  result: typesOf(archiveChunks, ['content']),
  text: ($) => `SELECT content FROM archive_chunks WHERE institution_id = ${$.institutionId}
   AND archive_id = ${$.archiveId} AND member = ${$.member} AND position = ${$.position} AND expires_at > ${$.at}`,
});
