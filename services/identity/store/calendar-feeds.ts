import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  deleteRows,
  findBy,
  insertRow,
  listRows,
  lockRow,
  type RowOf,
  sqlStatement,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { isClosed } from '../../../platform/data/standstill/fence.ts';
import { type CalendarFeed, CalendarFeedSchema } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { type CalendarFeedState, feedCalendar, maySeeFeed, seesAllFeeds } from '../domain/calendar-feed.ts';
import { isActiveUser } from './archived-users.ts';
import { countFeed } from './counts.ts';
import { calendarFeeds } from './tables.ts';

/** The feed with a token, while it is in force. The institution is not known beforehand: the feed determines it. */
export function findFeedByToken(
  db: Reader,
  tokenHash: Uint8Array,
): Promise<Pick<RowOf<typeof calendarFeeds>, (typeof OF_TOKEN)[number]> | null> {
  return db.point(BY_TOKEN, { tokenHash });
}

export async function findFeed(db: Reader, actor: TenantActor, id: string): Promise<CalendarFeedState | null> {
  const feed = isUuid(id) ? await db.point(BY_ID, { institutionId: actor.institutionId, id }) : null;
  return feed && maySeeFeed(actor, feed) ? feed : null;
}

/** A feed, while it is in force and its institution open. */
export function findFeedInForce(db: Reader, actor: TenantActor, id: string): Promise<CalendarFeedState | null> {
  return db.point(IN_FORCE, { institutionId: actor.institutionId, id });
}

/** A feed, locked until the transaction ends. */
export async function lockFeed(tx: Tx, actor: TenantActor, id: string): Promise<CalendarFeedState | null> {
  if (!isUuid(id)) return null;
  const [row] = await tx.rows(LOCK, { institutionId: actor.institutionId, id });
  return row && maySeeFeed(actor, row) ? row : null;
}

/** Feeds after a position, in order of creation. */
export function listFeeds(db: Reader, actor: TenantActor, after: Keyset): Promise<CalendarFeedState[]> {
  return db.rows(seesAllFeeds(actor) ? LIST : LIST_OF_PEOPLE, { institutionId: actor.institutionId, ...after });
}

export function insertFeed(tx: Tx, actor: TenantActor, feed: CalendarFeedState, tokenHash: Uint8Array): void {
  countFeed(tx, actor, 1);
  tx.write(INSERT, { institutionId: actor.institutionId, ...feed, tokenHash });
}

/** Deletes a feed; the row is locked by {@link lockFeed}. */
export function deleteFeed(tx: Tx, actor: TenantActor, id: string): void {
  tx.write(DELETE, { institutionId: actor.institutionId, ids: [id] });
  countFeed(tx, actor, -1);
}

/** Deletes the feeds with a person's own calendars. */
export async function deleteFeedsOf(
  tx: Tx,
  { institutionId, userId }: { readonly institutionId: string; readonly userId: string },
): Promise<void> {
  const feeds = await tx.rows(LOCK_OF_PERSON, { institutionId, userId });
  if (feeds.length === 0) return;
  tx.write(DELETE, { institutionId, ids: feeds.map(({ id }) => id) });
  countFeed(tx, { institutionId }, -feeds.length);
}

export function calendarFeedMessage(feed: CalendarFeedState): CalendarFeed {
  return writeFeed({ ...feed, calendar: feedCalendar({ of: feed.calendarOf, id: feed.targetId }) });
}

const writeFeed = messageWriter(CalendarFeedSchema);

const OF_TOKEN = ['institutionId', 'id', 'calendarOf', 'targetId', 'integrationId'] as const;
const STATE = columnsBut(calendarFeeds, 'institutionId', 'tokenHash');

/** A feed ends with the integration it was created for, and with the user whose calendar it is. */
const isInForce = `NOT EXISTS (SELECT FROM integrations i
      WHERE i.institution_id = t.institution_id AND i.id = t.integration_id AND NOT i.is_active)
    AND (t.calendar_of NOT IN ('organizer', 'user') OR ${isActiveUser('t.institution_id', 't.target_id')})`;

const BY_ID = findBy(calendarFeeds, ['institutionId', 'id'], STATE);
const IN_FORCE = findBy(
  calendarFeeds,
  ['institutionId', 'id'],
  STATE,
  `${isInForce} AND NOT ${isClosed('t.institution_id')}`,
  'in_force',
);
const BY_TOKEN = findBy(calendarFeeds, ['tokenHash'], OF_TOKEN, isInForce);
const LOCK = lockRow(calendarFeeds, ['institutionId', 'id'], STATE);
const INSERT = insertRow(calendarFeeds);
const DELETE = deleteRows(calendarFeeds);
const LOCK_OF_PERSON = sqlStatement(calendarFeeds, 'lock_of_person', {
  writes: true,
  parameters: { institutionId: uuid(), userId: uuid() },
  result: { id: uuid() },
  text: ($) => `SELECT f.id FROM calendar_feeds f WHERE f.institution_id = ${$.institutionId}
     AND f.target_id = ${$.userId} AND f.calendar_of IN ('organizer', 'user') FOR NO KEY UPDATE`,
});
const LIST = listRows(calendarFeeds, 'list', { columns: STATE, order: 'createdAt' });
const LIST_OF_PEOPLE = listRows(calendarFeeds, 'list_of_people', {
  columns: STATE,
  order: 'createdAt',
  condition: "t.calendar_of IN ('organizer', 'user')",
});
