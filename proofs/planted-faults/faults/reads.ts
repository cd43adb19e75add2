import type { Fault } from '../fault.ts';

/** Pages, cursors, selected fields and conditional reads. */
export const reads: readonly Fault[] = [
  {
    name: 'A cursor is accepted at the instant it expires',
    file: 'gateway/endpoint/cursor.ts',
    find: 'this.#clock.now() < expiresAt',
    replace: 'this.#clock.now() <= expiresAt',
  },
  {
    name: 'A reader of a restored feed goes on after another event',
    file: 'services/webhooks/store/read-feed.ts',
    find: 'if (afterId !== undefined && storedId !== null && afterId !== storedId) return null;',
    replace: '',
  },
  {
    name: 'A cursor is accepted with other filters',
    file: 'gateway/endpoint/cursor.ts',
    find: 'integrationId, operation, bound]',
    replace: 'integrationId, operation]',
  },
  {
    name: 'A cursor of one member’s list is accepted for another member',
    file: 'gateway/endpoint/handle-list.ts',
    find: 'if (named && after && after.walk !== memberId) throw invalidCursor();',
    replace: '',
  },
  {
    name: 'A page that is one short of full claims that there is more',
    file: 'platform/core/paging.ts',
    find: 'const hasMore = rows.length === limit;',
    replace: 'const hasMore = rows.length >= limit - 1;',
  },
  {
    name: 'A page that begins within records of one instant loses them',
    file: 'libraries/typed-sql/filtered-list.ts',
    find: '`(${orderOf(row)}) > (${$.sort}, ${$.id})`',
    replace: '`${row}.${sort} > ${$.sort} AND ${$.id}::uuid IS NOT NULL`',
  },
  {
    name: 'A page may have no items',
    file: 'gateway/endpoint/fields.ts',
    find: '(?:[1-9][0-9]?|100)',
    replace: '(?:[0-9][0-9]?|100)',
  },
  {
    name: 'An empty name among the selected fields is accepted',
    file: 'gateway/endpoint/fields.ts',
    find: 'if (!known.includes(name)) return',
    replace: "if (name !== '' && !known.includes(name)) return",
  },
  {
    name: 'All stamped representations of an institution have one tag',
    file: 'gateway/endpoint/handle-read.ts',
    find: 'JSON.stringify([stamp, params])',
    replace: 'JSON.stringify([stamp])',
  },
  {
    name: 'If-None-Match: * does not match',
    file: 'gateway/endpoint/etag.ts',
    find: 'return header === etag || isAny(header) || namesTag(header, etag);',
    replace: 'return header === etag || namesTag(header, etag);',
  },
  {
    name: 'A cached answer is sent after its data has changed',
    file: 'services/curricula/store/migrations/0001_curricula.sql',
    find: 'ON CONFLICT (institution_id) DO UPDATE SET stamp = excluded.stamp;',
    replace: 'ON CONFLICT (institution_id) DO NOTHING;',
  },
  {
    name: 'The next updatedSince is the time of the read',
    file: 'platform/handler/next-updated-since.ts',
    find: '=> at - ms - MARGIN_MS',
    replace: '=> at - Math.min(ms, 1)',
  },
  {
    name: 'A service whose clock is set back writes what readers of changes have left behind',
    file: 'platform/core/clock.ts',
    find: 'agree(machine, server) ? machine : server',
    replace: 'machine',
  },
  {
    name: 'The next updatedSince ignores transactions that are running',
    file: 'platform/handler/next-updated-since.ts',
    find: '=> at - ms - MARGIN_MS',
    replace: '=> at - Math.min(ms, 1) - MARGIN_MS',
  },
  {
    name: 'updatedAt goes back when a command that began earlier gets the lock later',
    file: 'libraries/typed-sql/assignment.ts',
    find: '`greatest(${row}.${column}, ${value})`',
    replace: 'value',
  },
  {
    name: 'A list of requests that ends within a second goes on after it',
    file: 'services/activity/store/request-chunks.ts',
    find: 'c.second <= ${$.last}',
    replace: 'c.second < ${$.last}',
  },
  {
    name: 'A request whose id tells another time is not found by its id',
    file: 'services/activity/domain/chunks.ts',
    find: '!secondsOf(requestId).includes(second)',
    replace: 'secondsOf(requestId).length === 0',
  },
];
