import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { type AdministratorActor, ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newAdministrator } from '../../../test/support/directory/administrator.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { calendarFeeds } from '../store/tables.ts';

const { createCalendarFeed, getCalendarFeed, listCalendarFeeds, revokeCalendarFeed } = CalendarFeedService.method;
const { authenticateCalendarFeed, listCalendarFeedReads, noteCalendarFeedRead } = CalendarFeedService.method;

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

it('an administrator creates, lists and revokes feeds of the institution alone', async () => {
  const { id, token } = await newFeed();
  const { identity } = await service.call(ANONYMOUS)(authenticateCalendarFeed, { token });
  expect([identity?.feedId, identity?.integrationId]).toEqual([id, undefined]);
  expect((await call(getCalendarFeed, { id })).feed).toMatchObject({ id, name: 'Ada' });
  expect((await call(listCalendarFeeds, { page: { size: 10 } })).feeds.map((feed) => feed.id)).toContain(id);
  expect((await stranger(listCalendarFeeds, { page: { size: 10 } })).feeds).toEqual([]);
  const missing = { code: 'CALENDAR_FEED_NOT_FOUND' };
  await expect(stranger(getCalendarFeed, { id })).rejects.toMatchObject(missing);
  await expect(stranger(revokeCalendarFeed, { id, precondition: { any: true } })).rejects.toMatchObject(missing);
  await call(revokeCalendarFeed, { id, precondition: { any: true } });
  await expect(call(getCalendarFeed, { id })).rejects.toMatchObject(missing);
});

it('a feed of another institution’s record, or of none, cannot be created', async () => {
  for (const target of [
    { case: 'userId', value: NOWHERE },
    { case: 'roomId', value: NOWHERE },
  ] as const)
    await expect(call(createCalendarFeed, { feed: { name: 'x', calendar: { target } } })).rejects.toMatchObject({
      code: 'REFERENCE_INVALID',
    });
});

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
    await service.runtime.db.transaction(async (tx) => {
      await tx.rows(REVOKE, { institutionId: administrator.institutionId, id });
      noted = note(token);
      noted.catch(() => undefined);
      await vi.waitFor(async () => {
        const where = `datname = current_database() AND wait_event_type = 'Lock'`;
        expect(await service.sql(`SELECT FROM pg_stat_activity WHERE ${where}`)).toHaveLength(1);
      }, 10_000);
    });
    expect(await noted).toMatchObject({});
    expect(await service.sql('SELECT FROM calendar_feed_reads WHERE feed_id = $1', [id])).toEqual([]);
  });
});

it('reads are shown to no integration and no calendar feed', async () => {
  const { institutionId } = administrator;
  const callers: TenantActor[] = [
    { kind: 'integration', institutionId, integrationId: NOWHERE, createdBy: null },
    { kind: 'feed', institutionId, feedId: NOWHERE, scope: { of: 'room', id: NOWHERE } },
  ];
  for (const caller of callers)
    await expect(reads(service.call(caller))).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  // Names of users for the lists of the console.
  const { users } = await call(UserService.method.batchGetUsers, { ids: [administrator.userId], isSummary: true });
  expect(users.map(({ name }) => name)).toEqual(['Ada']);
});
