import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { query } from '../support/postgres/query.ts';
import { projectRoot } from '../support/process/program.ts';
import { sendWrite, writeOperations } from '../support/sent-writes.ts';
import type { TestClient } from '../support/test-client.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';
import { must } from '../time-tracking/member.ts';
import {
  insertOf,
  type ReleaseFixtures,
  readFixtures,
  renamed,
  type StoredEvent,
  type StoredRow,
  withoutPlace,
} from './release-fixtures.ts';
import { withoutAddedNulls } from './without-added-nulls.ts';

/** What releases have stored and published must mean the same to this version. */
let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
});
afterAll(() => system.stop());

const insert = (service: string, table: string, row: StoredRow) => {
  const { text, values } = insertOf(table, row);
  return query(system.databases.url(service), text, values);
};
const idOf = ({ row }: StoredEvent) => String(row.id);

it('this version has fixtures (npm run release:fixtures)', () => {
  const { version } = JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8'));
  expect(readFixtures().map(([name]) => name)).toContain(version);
});

describe.each(readFixtures())('of release %s', (_, fixtures) => {
  let client: TestClient;
  /** The fixtures, as if a new institution's. */
  let left: ReleaseFixtures;
  beforeEach(async () => {
    const institution = await system.newInstitution();
    ({ client } = institution);
    left = renamed(fixtures, institution.id, (await client.get('/integration')).body.data.id);
  });

  /** What the feed shows of the events, once it has all of them. */
  const shownInFeed = () =>
    until('the events in the feed', async () => {
      const items = (await client.walk('/events')) as unknown as StoredRow[];
      const byId = new Map(items.map((item) => [item.id, withoutPlace(item)]));
      return left.events.every((event) => byId.has(idOf(event))) && left.events.map((event) => byId.get(idOf(event)));
    });

  it('stored answers are replayed as they were, but for fields that are null', async () => {
    expect(left.answers.length).toBeGreaterThan(10);
    for (const { operation, service, request, key, status, body, row } of left.answers) {
      const [, endpoint] = writeOperations.find(([name]) => name === operation) ?? [];
      if (!endpoint) throw new Error(`${operation} is gone: clients of that release still send it.`);
      await insert(service, 'idempotency_keys', row);
      const answer = await sendWrite(client, endpoint, request, key);
      expect([operation, answer.status, withoutAddedNulls(answer.body, body)]).toEqual([operation, status, body]);
      expect(answer.headers.get('idempotency-replayed')).toBe('true');
    }
  });

  it('events in outboxes are published, shown in the feed and delivered, with the meaning that they had', async () => {
    expect(left.events.length).toBeGreaterThan(30);
    const receiver = await TestReceiver.start();
    try {
      must(201, await client.post('/webhook-endpoints', { url: receiver.url }));
      for (const { service, row } of left.events) await insert(service, 'outbox', { ...row, published_at: null });
      expect(await shownInFeed()).toEqual(left.events.map(({ shown }) => shown));
      const delivered = await until('the deliveries', () => {
        const bodies = new Map(receiver.requests.map(({ headers, body }) => [headers['webhook-id'], body]));
        return left.events.every((event) => bodies.has(idOf(event))) && bodies;
      });
      for (const event of left.events)
        expect(withoutPlace(JSON.parse(delivered.get(idOf(event)) ?? ''))).toEqual(event.delivered);
    } finally {
      await receiver.end();
    }
  });

  it('dead letters are replayed: envelopes as they are in the stream, too', async () => {
    for (const { envelope, row } of left.events) {
      const { institution_id, type, aggregate_id, occurred_at } = row;
      await insert('webhooks', 'dead_letters', {
        ...{ institution_id, type, aggregate_id, occurred_at, envelope },
        ...{ consumer: 'feed', event_id: row.id, attempts: 5, error: 'Error', failed_at: occurred_at },
        ...{ dead_since: occurred_at, replay_at: occurred_at },
      });
    }
    expect(await shownInFeed()).toEqual(left.events.map(({ shown }) => shown));
  });

  it('events in the feed are shown as they were', async () => {
    for (const [index, { recorded }] of left.events.entries())
      await insert('webhooks', 'events', { ...recorded, sequence: index + 1 });
    for (const event of left.events) {
      const { status, body } = await client.get(`/events/${idOf(event)}`);
      expect([status, withoutPlace(body.data)]).toEqual([200, event.shown]);
    }
  });
});
