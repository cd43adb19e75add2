import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { queryOf } from '../../../gateway/endpoint/query-of.ts';
import { BODY_BOUNDS } from '../../../gateway/http/received-body.ts';
import { feedTypes } from '../../../services/webhooks/domain/event-types.ts';
import { pathOfRecord } from '../../support/one-of-each-record.ts';
import { operations, queryNaming } from '../../support/operations.ts';
import { sendWrite, writeOperations } from '../../support/sent-writes.ts';
import { successfulWrites } from '../../support/successful-writes.ts';
import { TestSystem } from '../../support/test-system.ts';
import { newLargeSchool } from '../../support/turns/large-school.ts';
import { largestBody, largestObject, type Meanings } from '../../support/turns/largest-body.ts';
import { sendInShortTurns } from '../../support/turns/send-in-short-turns.ts';

const system = await TestSystem.start({ shape: 'one process', platform: 'own' });
const school = await newLargeSchool(system);
afterAll(() => system.stop());
beforeEach(() => system.clock.advance(1_000));

const none = () => undefined;
const types = Object.values(feedTypes).map(({ type }) => type);
const someTime = (hour: number, seconds = 0, day = 0) =>
  new Date(Date.UTC(2026, 9, 3 - day, hour, 0, seconds)).toISOString();

/** Hours of a log, and its pauses one after the other; those of a bulk a day apart. */
function hours(isBulk: boolean): Meanings {
  const edge =
    (end: number): Meanings[string] =>
    (places) => {
      const [day = 0, pause] = isBulk ? places : [0, ...places];
      return pause === undefined ? someTime(end, 0, day) : someTime(0, 10 + 2 * pause + end, day);
    };
  return { startTime: edge(0), endTime: edge(1) };
}

/** What one operation accepts of what its schema shows. */
const MEANINGS: Readonly<Record<string, Meanings>> = {
  'POST /calendar-feeds': { roomId: none, organizerId: none, userId: none },
  'GET /appointments.ics': { organizerId: none, userId: none },
  'GET /calendar-days': { from: () => '2026-10-05', to: () => '2026-10-06' },
  'GET /time-tracking/findings': { to: () => '2026-10-06' },
  'GET /time-tracking/member-logs': { to: () => '2026-10-06' },
  'GET /time-tracking/member-totals': { to: () => '2026-10-06' },
  'GET /events': { position: none, types: () => types.join(), resourceType: () => 'time_tracking_session' },
  'GET /requests': { status: () => '2xx', method: () => 'GET' },
  'POST /webhook-endpoints/{id}/replay': { fromSequence: () => 0 },
};

describe('a write with the largest body has short turns', () => {
  it.each(writeOperations)('%s', async (name, endpoint) => {
    const { status, text } = await sendInShortTurns(async () => {
      const { path, json = {} } = (await successfulWrites[name]?.make(school)) ?? { path: '' };
      const own = json as Readonly<Record<string, unknown>>;
      const naming: Meanings = endpoint.member
        ? { email: none, code: none, userId: ({ length }) => (length === 0 ? own.userId : undefined), at: () => own.at }
        : {
            email: () => `${randomUUID().padEnd(64, 'x')}@${`${'x'.repeat(60)}.`.repeat(4)}example`.slice(0, 320),
            code: () => randomUUID().padEnd(255, '"'),
          };
      const body =
        endpoint.body &&
        largestBody(
          endpoint.body,
          {
            ...school.ids,
            ...{ setupId: none, appointmentTypeId: none, templateId: none, dateTime: () => someTime(8) },
            ...{ url: () => `http://127.0.0.1:9/${'x'.repeat(2_000)}`, types: ([place = 0]) => types[place] },
            ...hours(name.endsWith('/bulk')),
            ...naming,
            ...MEANINGS[name],
          },
          BODY_BOUNDS,
        );
      return () => sendWrite(school.client, endpoint, { path, ...(body && { json: body }) }, randomUUID());
    });
    expect([status, status === endpoint.success ? '' : text]).toEqual([endpoint.success, '']);
  });
});

describe('a read with the longest query, and with the longest page, has short turns', () => {
  it.each(operations.filter(([, { method }]) => method === 'GET'))('%s', async (name, endpoint) => {
    const path = await pathOfRecord(school.client, endpoint, { member: school.member });
    const read = async (query: Record<string, string>) => {
      const { status, body, text } = await sendInShortTurns(async () => () => school.client.get(path, { query }));
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
      return body;
    };
    const own = { ...queryNaming(endpoint, school.member), ...(endpoint.kind === 'list' && { limit: '100' }) };
    const page = await read(own);
    const ids = endpoint.kind === 'list' ? page.data : [];
    const query = largestObject(queryOf(endpoint), {
      ...school.ids,
      ...{ to: () => '2026-10-06T06:00:00Z', ids: ([place = 0]) => ids[place]?.id ?? randomUUID() },
      ...(name === 'GET /time-tracking/totals' && { to: () => '2026-10-06' }),
      ...MEANINGS[name],
    });
    await read({ ...own, ...Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])) });
  });
});
