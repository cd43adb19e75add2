import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import { bytes, instant, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { table } from '../../../platform/data/tables.ts';

/** When each calendar feed was last read. */
export const calendarFeedReads = table('calendar_feed_reads', {
  isOfReads: true,
  columns: {
    institutionId: uuid().says('nothing'),
    feedId: uuid().says('nothing'),
    lastReadAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'feedId'],
  references: {
    calendar_feed_reads_feed: { columns: ['institutionId', 'feedId'], to: 'calendar_feeds', onDelete: 'cascade' },
  },
});

/**
 * Notes a read of the feed with a token, unless one of the last minutes is known. The feed is locked, because one that
 * is being revoked would be gone when the reference to it is checked. @param at instant text
 */
export function noteRead(tx: Tx, tokenHash: Uint8Array, at: string): void {
  tx.write(NOTE, { tokenHash, at });
}

export function listReads(db: Reader, { institutionId }: TenantActor) {
  return db.rows(LIST, { institutionId });
}

const NOTE = sqlStatement(calendarFeedReads, 'note', {
  writes: true,
  parameters: { tokenHash: bytes(), at: instant() },
  result: {},
  text: ($) => `INSERT INTO calendar_feed_reads AS r (institution_id, feed_id, last_read_at)
   SELECT f.institution_id, f.id, ${$.at} FROM calendar_feeds f WHERE f.token_hash = ${$.tokenHash} FOR NO KEY UPDATE
   ON CONFLICT (institution_id, feed_id) DO UPDATE SET last_read_at = excluded.last_read_at
     WHERE excluded.last_read_at > r.last_read_at + interval '4 minutes'`,
});

const LIST = sqlStatement(calendarFeedReads, 'list', {
  parameters: { institutionId: uuid() },
  result: { feedId: uuid(), lastReadAt: instant() },
  text: ($) => `SELECT r.feed_id AS "feedId", r.last_read_at AS "lastReadAt" FROM calendar_feed_reads r
   WHERE r.institution_id = ${$.institutionId}`,
});
