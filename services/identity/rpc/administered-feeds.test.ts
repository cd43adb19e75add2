import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { type AdministratorActor, ANONYMOUS } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { calendarFeeds } from '../store/tables.ts';

const { createCalendarFeed, revokeCalendarFeed } = CalendarFeedService.method;
const { listCalendarFeedReads, noteCalendarFeedRead } = CalendarFeedService.method;

let service: TestService;
let administrator: AdministratorActor;
let call: Call;
let stranger: Call;
beforeAll(async () => {
  service = await startIdentity({ service: 'own' });
  administrator = await newAdministrator(service);
  call = service.call(administrator);
  stranger = service.call(await newAdministrator(service));
  return () => service.stop();
});

/** No statement of the product: under the name of another table. */
const REVOKE = sqlStatement({ ...calendarFeeds, name: 'revoked_feeds' }, 'revoke', {
  writes: true,
  parameters: { institutionId: uuid(), id: uuid() },
  result: { id: uuid() },
  text: ($) => `DELETE FROM calendar_feeds WHERE institution_id = ${$.institutionId} AND id = ${$.id} RETURNING id`,
});

async function newFeed() {
  const calendar = { target: { case: 'userId', value: administrator.userId } } as const;
  const { feed, token } = await call(createCalendarFeed, { feed: { name: 'Ada', calendar } });
  return { id: present(feed, 'feed').id, token };
}
const note = (token: string) => service.call(ANONYMOUS)(noteCalendarFeedRead, { token });
const reads = async (by = call) => (await by(listCalendarFeedReads, {})).reads;

describe('the last read of a feed', () => {
  it('is noted by its token, once in some minutes', async () => {
    const { id, token } = await newFeed();
    const lastOf = async () => (await reads()).find(({ feedId }) => feedId === id)?.lastReadAt;
    expect(await lastOf()).toBeUndefined();
    await note(token);
    expect(await lastOf()).toBe('2026-10-05T08:00:00.000Z');
    service.clock.advance(4 * 60_000);
    await note(token);
    expect(await lastOf()).toBe('2026-10-05T08:00:00.000Z');
    service.clock.advance(1);
    await Promise.all(Array.from({ length: 8 }, () => note(token)));
    expect(await lastOf()).toBe('2026-10-05T08:04:00.001Z');
    expect(await reads(stranger)).toEqual([]);
  });

  it('is not noted for an unknown token, and ends with the feed', async () => {
    const { id, token } = await newFeed();
    await note(token);
    await note('unknown');
    await call(revokeCalendarFeed, { id, precondition: { any: true } });
    await note(token);
    expect((await reads()).map(({ feedId }) => feedId)).not.toContain(id);
    expect(await service.sql('SELECT FROM calendar_feed_reads WHERE feed_id = $1', [id])).toEqual([]);
  });

  it('is not noted for a feed that is being revoked, which is no fault', async () => {
    const { id, token } = await newFeed();
    let noted: Promise<unknown> | undefined;
    await service.runtime.db.transaction(
      async (tx) => {
        await tx.rows(REVOKE, { institutionId: administrator.institutionId, id });
        noted = note(token);
        noted.catch(() => undefined);
        await vi.waitFor(async () => {
          const where = `datname = current_database() AND wait_event_type = 'Lock'`;
          expect(await service.sql(`SELECT FROM pg_stat_activity WHERE ${where}`)).toHaveLength(1);
        }, 10_000);
      },
      { of: 'nobody' },
    );
    expect(await noted).toMatchObject({});
    expect(await service.sql('SELECT FROM calendar_feed_reads WHERE feed_id = $1', [id])).toEqual([]);
  });
});
