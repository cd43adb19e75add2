import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { nameAt } from '../../platform/data/placements.ts';
import { feedTypes } from '../../services/webhooks/domain/event-types.ts';
import { query } from '../support/postgres/query.ts';
import { until } from '../support/until.ts';
import { must } from '../time-tracking/member.ts';
import { bothIn, type World } from './world.ts';

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly aggregate: string;
}

/** The events of both servers come into one feed: each server's relay publishes its own. */
export function describeEvents(world: World): void {
  const { system, first, placed } = world;
  const urlAt = (service: string, server: string) => system.databaseUrl(nameAt(service, server));

  /** The ids of an institution's events in the feed, and of those of each aggregate of a service in its outbox. */
  const idsOf = async (institutionId: string, server: string) => {
    const inOutbox =
      'SELECT id, type, aggregate_id AS aggregate FROM outbox WHERE institution_id = $1 ORDER BY sequence';
    const found = services.map(async ({ name, isPlaceable }) => {
      const stored = await query<Stored>(urlAt(name, isPlaceable ? server : ''), inOutbox, [institutionId]);
      const ofFeed = stored.filter(({ type }) => feedTypes[type]);
      return [...Map.groupBy(ofFeed, ({ aggregate }) => aggregate).values()].map((all) => all.map(({ id }) => id));
    });
    const inFeed = 'SELECT id FROM events WHERE institution_id = $1 ORDER BY sequence';
    const feed = await query<{ id: string }>(urlAt('webhooks', ''), inFeed, [institutionId]);
    return { feed: feed.map(({ id }) => id), published: (await Promise.all(found)).flat() };
  };
  const expectWhole = async (institutionId: string, server: string) => {
    const { feed, published } = await until('the whole feed', async () => {
      const now = await idsOf(institutionId, server);
      return now.feed.length >= now.published.flat().length && now;
    });
    expect(feed.toSorted()).toEqual(published.flat().toSorted());
    for (const ids of published) expect(feed.filter((id) => ids.includes(id))).toEqual(ids);
  };

  it.each(bothIn(world))('those of an institution %s are in its feed once, in order', async (_, school) => {
    const { client, id } = school.institution;
    const [{ id: appointment }] = (await client.get('/appointments')).body.data;
    for (const title of ['One', 'Two', 'Three'])
      must(200, await client.patch(`/appointments/${appointment}`, { title }, { ifMatch: '*' }));
    await expectWhole(id, school === placed ? 'b' : '');
    const shown = await client.walk('/events', { resourceId: appointment });
    expect(shown.map((event) => (event as unknown as { type: string }).type)).toEqual([
      'appointment.created',
      ...['appointment.updated', 'appointment.updated', 'appointment.updated'],
    ]);
  });

  it('each server has a relay of its own, and none of the other', async () => {
    for (const server of ['', 'b'])
      expect([server, await query(urlAt('timetracking', server), HELD)]).toEqual([server, [{ held: 1 }]]);
    const foreign = 'SELECT FROM outbox WHERE institution_id = $1';
    expect(await query(urlAt('timetracking', 'b'), foreign, [first.institution.id])).toEqual([]);
    expect(await query(urlAt('timetracking', ''), foreign, [placed.institution.id])).toEqual([]);
  });

  it('what the bus has lost of another server is published again', async () => {
    const url = urlAt('timetracking', 'b');
    const [{ id: lost = '' } = {}] = await query<{ id: string }>(url, LOSE, [placed.records.logId]);
    // A relay that becomes active compares its outbox with the feed.
    await query(url, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE $1', [
      '% outbox/timetracking',
    ]);
    const { id } = placed.institution;
    await until('the lost event', async () => (await idsOf(id, 'b')).feed.includes(lost));
    await expectWhole(id, 'b');
  });
}

const HELD = `SELECT count(*)::int AS held FROM pg_locks
  WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended('outbox/timetracking', 0)`;

const COLUMNS = `institution_id, type, aggregate_id, request_id, occurred_at, payload, published_at, traceparent,
  actor_type, actor_id, resource_id, changed`;

/** An event of a log that is in the outbox as published, and that the bus has not. */
const LOSE = `INSERT INTO outbox (id, ${COLUMNS}) SELECT gen_random_uuid(), ${COLUMNS} FROM outbox
  WHERE resource_id = $1 AND published_at IS NOT NULL ORDER BY sequence LIMIT 1 RETURNING id`;
