import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { blocksTouched, explain, mostRowsMet } from '../../../test/support/postgres/explain.ts';
import { feedTypes } from '../domain/event-types.ts';
import { webhooks } from '../service.ts';
import { listLatestEvents } from './events.ts';
import { positionSince, readFeed } from './read-feed.ts';

const EVENTS = 60_000;
const DAYS = 30;
const BEGIN = `date_trunc('day', now(), 'UTC') - ${DAYS} * interval '1 day'`;
const SIZE = 50;
/** How many events are scanned for many types. */
const NEAR = 500;
const institutionId = randomUUID();
const actor = { kind: 'operator', institutionId } as const;
const resourceId = randomUUID();

let service: TestService;
let partitions: number;

/**
 * Evenly over the thirty whole days before today (the planner would read a day with few events entirely): nearly all
 * are updates of users, some are updates of courses, and one course a day is created. A hundred are about one resource.
 * Days with events of a single type would tell the planner that a type selects nothing.
 */
beforeAll(async () => {
  service = await startTestService(webhooks, { service: 'own' });
  await service.sql(`SELECT make_partitions('events', 'day', ${DAYS}, ${BEGIN})`);
  await service.sql(
    `INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id)
     SELECT $1::uuid, n, at, gen_random_uuid(), CASE WHEN n % ${EVENTS / DAYS} = 7 THEN 'course.created' WHEN n % 100 = 50 THEN 'course.updated' ELSE 'user.updated' END,
       CASE WHEN n % ${EVENTS / 100} = 0 THEN $2::uuid ELSE gen_random_uuid() END, 'a', at, '{email}', 'system', NULL, ''
     FROM generate_series(1, ${EVENTS}) AS n,
       LATERAL (SELECT ${BEGIN} + ${DAYS} * interval '1 day' * ((n - 1) / ${EVENTS}::float8)) AS recorded(at)`,
    [institutionId, resourceId],
  );
  await service.sql('INSERT INTO feed_heads (institution_id, sequence, recorded_at) VALUES ($1, $2, now())', [
    institutionId,
    EVENTS,
  ]);
  await service.sql('ANALYZE events');
  const [row] = await service.sql<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_inherits WHERE inhparent = 'events'::regclass`,
  );
  partitions = row?.count ?? 0;
});
afterAll(() => service.stop());

const TYPES = Object.values(feedTypes).map(({ type }) => type);
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/**
 * Look-ups in each partition beside the head: the next event, the position of the instant, and the page, for each type.
 */
describe.each<[string, Partial<Parameters<typeof readFeed>[2]>, lookups: number]>([
  ['of all', {}, 2],
  ['from the middle', { after: EVENTS / 2 }, 2],
  ['at the end', { after: EVENTS }, 2],
  ['of a frequent type', { types: ['user.updated'] }, 2],
  ['of a rare type', { types: ['course.created'] }, 2],
  ['of a type without events', { types: ['room.created'], after: EVENTS / 2 }, 2],
  ['of three types', { types: ['user.updated', 'course.created', 'room.created'] }, 4],
  ['of many types', { types: TYPES, after: EVENTS / 2 }, 2],
  ['of a resource', { resourceId, after: EVENTS / 2 }, 2],
  ['of an unknown resource', { resourceId: randomUUID() }, 2],
  ['of a resource and a rare type', { resourceId, types: ['course.created'] }, 2],
])('a page %s', (_, options, lookups) => {
  const read = (db: Parameters<typeof readFeed>[0]) => readFeed(db, actor, { after: null, size: SIZE, ...options });

  it('reads little, however long the feed', async () => {
    const plan = await explain(service, read);
    const [, touched = 'none'] = /Buffers: shared hit=(\d+)/.exec(plan) ?? [];
    const perLookup = 3 * partitions;
    expect(Number(touched), plan).toBeLessThanOrEqual(lookups * perLookup + 3 * SIZE);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(options.types === TYPES ? NEAR : 3 * SIZE);
  });
});

describe.each<[string, Partial<Parameters<typeof positionSince>[2]>, lookups: number]>([
  ['an instant', {}, 3],
  ['an instant, of a rare type', { types: ['course.created'] }, 3],
  ['an instant, of many types', { types: TYPES }, 3],
  ['an instant, of a resource', { resourceId }, 3],
  ['an instant, of a resource and a type', { resourceId, types: ['user.updated'] }, 3],
  ['an instant without events after it', { since: daysAgo(-1), types: ['room.created'] }, 3],
])('the position of the first event since %s', (_, options, lookups) => {
  it('is found by reading little, however long the feed', async () => {
    const plan = await explain(service, (db) => positionSince(db, actor, { since: daysAgo(15), ...options }));
    expect(blocksTouched(plan), plan).toBeLessThanOrEqual(lookups * 3 * partitions + 3 * SIZE);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(NEAR);
  });
});

describe.each<[string, Partial<Parameters<typeof listLatestEvents>[2]>, lookups: number]>([
  ['of all', {}, 1],
  ['from the middle', { before: EVENTS / 2 }, 1],
  ['of a frequent type', { types: ['user.updated'] }, 1],
  ['of a rare type', { types: ['course.created'] }, 1],
  ['of a type without events', { types: ['room.created'] }, 1],
  ['of two types', { types: ['user.updated', 'course.created'] }, 2],
  ['of a resource', { resourceId }, 1],
  ['of a resource and a rare type', { resourceId, types: ['course.created'] }, 1],
])('a page of the latest events %s', (_, options, lookups) => {
  it('reads little, however long the feed', async () => {
    const page = { before: EVENTS + 1, limit: SIZE + 1, types: undefined, resourceId: undefined, ...options };
    const plan = await explain(service, (db) => listLatestEvents(db, actor, page));
    expect(blocksTouched(plan), plan).toBeLessThanOrEqual(lookups * 3 * partitions + 3 * SIZE);
    expect(mostRowsMet(plan), plan).toBeLessThanOrEqual(3 * SIZE);
  });
});

describe('of many types', () => {
  const sequences = async (types: string[], after: number) => {
    const page = await readFeed(service.runtime.db, actor, { after, size: SIZE, types });
    return {
      sequences: page?.events.map(({ sequence }) => Number(sequence)),
      hasMore: page?.hasMore,
      end: page?.end.sequence,
    };
  };
  const but = (...types: string[]) => TYPES.filter((each) => !types.includes(each));
  const DAY = EVENTS / DAYS;

  it('a page shows events that are near', async () => {
    const expected = Array.from({ length: SIZE }, (_, n) => DAY + 1 + n);
    expect(await sequences(TYPES, DAY)).toEqual({ sequences: expected, hasMore: true, end: DAY + SIZE });
  });

  it('a page shows events that are far if no near one has the types', async () => {
    const expected = Array.from({ length: DAYS }, (_, n) => n * DAY + 7);
    expect(await sequences(but('user.updated', 'course.updated'), 0)).toEqual({
      sequences: expected,
      hasMore: false,
      end: EVENTS,
    });
  });
});
