import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { importOneOfEachRecord } from '../../support/one-of-each-record.ts';
import { repeatWithoutEffect, sendWrite, writeOperations } from '../../support/sent-writes.ts';
import { successfulWrites } from '../../support/successful-writes.ts';
import { newUser } from '../../support/test-directory.ts';
import { eventsOfAnswer, type PublishedEvent, watchEvents } from '../../support/test-events.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Member, must } from '../../time-tracking/member.ts';

/** The events of requests: one for each changed record, and no others. */
const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const { client } = school;
const { member } = await importOneOfEachRecord(school);
const [{ id: courseId, layerId }] = (await client.get('/courses')).body.data;
afterAll(() => system.stop());
beforeEach(() => system.clock.advance(1_000));

/** The events of each successful write operation. */
const EXPECTED_EVENTS: Readonly<Record<string, readonly string[]>> = {
  'POST /users': ['user.created'],
  'PATCH /users/{id}': ['user.updated'],
  'POST /appointments': ['appointment.created'],
  'POST /courses/{id}/appointments': ['appointment.created'],
  'PATCH /appointments/{id}': ['appointment.updated'],
  'DELETE /appointments/{id}': ['appointment.deleted'],
  'POST /curricula/{id}/versions/{versionId}/pathways': ['pathway.created'],
  'POST /continuing-education': ['program.created', 'program_version.created'],
  'POST /continuing-education/{id}/versions': ['program.updated', 'program_version.created'],
  'PATCH /continuing-education/{id}/versions/{versionId}': ['program.updated', 'program_version.updated'],
  'POST /time-tracking/sessions/start': ['session.started'],
  'POST /time-tracking/sessions/pause': ['session.paused'],
  'POST /time-tracking/sessions/resume': ['session.resumed'],
  'POST /time-tracking/sessions/stop': ['session.stopped'],
  'POST /time-tracking/timestamps': ['timestamp.added'],
  'POST /time-tracking/logs': ['log.created'],
  'POST /time-tracking/logs/bulk': ['log.created'],
  'PATCH /time-tracking/logs/{id}': ['log.updated'],
  'POST /calendar-feeds': [],
  'DELETE /calendar-feeds/{id}': [],
  'POST /webhook-endpoints': [],
  'PATCH /webhook-endpoints/{id}': [],
  'DELETE /webhook-endpoints/{id}': [],
  'POST /webhook-endpoints/{id}/rotate-secret': [],
  'POST /webhook-endpoints/{id}/test': [],
  'POST /webhook-endpoints/{id}/replay': [],
  'POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver': [],
};

const watch = <T>(work: () => Promise<T>) => watchEvents(system, school.id, work);
const brief = (events: readonly PublishedEvent[]) =>
  events.map(({ type, resourceId, changed }) => [type, resourceId, changed]);

describe.each(writeOperations)('%s', (name, endpoint) => {
  it('publishes an event for each changed record, and none for a replay or a refusal', async () => {
    const write = successfulWrites[name];
    if (!write) throw new Error(`Say in successful-writes.ts what makes ${name} succeed.`);
    const [request, key] = [await write.make({ client, courseId, layerId, member }), randomUUID()];
    const { result: answer, events } = await watch(() => sendWrite(client, endpoint, request, key));
    expect([answer.status, answer.text]).toEqual([endpoint.success, answer.text]);
    expect(events.map(({ type }) => type)).toEqual(EXPECTED_EVENTS[name]);
    for (const event of events) {
      expect(event).toMatchObject({
        actor: { type: 'integration', id: expect.any(String) },
        requestId: answer.headers.get('x-request-id'),
      });
      if (event.path !== null) {
        const read = await client.get(event.path);
        expect([read.status, read.body.data?.id]).toEqual(
          event.type === 'appointment.deleted' ? [404, undefined] : [200, event.resourceId],
        );
      }
    }

    const again = await watch(() => repeatWithoutEffect(client, endpoint, request, key));
    expect(again.events).toEqual([]);
  });
});

describe('punches', () => {
  it('contain the new state of the session', async () => {
    const worker = await Member.create(client);
    const { events } = await watch(async () => {
      must(201, await worker.start('2026-10-05T08:00:00Z'));
      must(200, await worker.pause('2026-10-05T09:00:00Z'));
      must(200, await worker.resume('2026-10-05T09:30:00Z'));
      must(200, await worker.stop('2026-10-05T10:00:00Z'));
    });
    const durations = ['durationMinutes', 'pauseMinutes', 'workedMinutes'];
    expect(events.map(({ type, changed }) => [type, changed])).toEqual([
      ['session.started', null],
      ['session.paused', ['status', 'pauses']],
      ['session.resumed', ['status', 'pauses']],
      ['session.stopped', ['endTime', 'status', ...durations]],
    ]);
    expect(new Set(events.map(({ resourceId }) => resourceId)).size).toBe(1);
  });

  it('on a later day publish the close of the session before the start of the next, even when rejected', async () => {
    const worker = await Member.create(client);
    must(201, await worker.start('2026-10-01T08:00:00Z'));
    const restart = await watch(() => worker.start('2026-10-02T08:00:00Z'));
    expect(restart.events.map(({ type }) => type)).toEqual(['session.auto_closed', 'session.started']);
    const refused = await watch(() => worker.pause('2026-10-03T08:00:00Z'));
    expect(refused.result.status).toBe(409);
    expect(refused.events).toMatchObject([
      { type: 'session.auto_closed', requestId: refused.result.headers.get('x-request-id') },
    ]);
  });

  it('of a bulk include each created log', async () => {
    const worker = await Member.create(client);
    const item = (hour: number) => ({ startTime: `2026-09-01T${hour}:00:00Z`, endTime: `2026-09-01T${hour}:30:00Z` });
    const { result, events } = await watch(() => worker.bulk([item(10), item(10), item(12)]));
    const created: { log: { id: string } }[] = result.body.data.created;
    expect(brief(events)).toEqual(created.map(({ log }) => ['log.created', log.id, null]));
    expect(created).toHaveLength(2);
  });
});

/** Sends a change, and expects its event to list exactly the fields whose values in a read have changed. */
async function expectChangeToBePublished(
  service: string,
  path: string,
  change: () => Promise<TestAnswer>,
): Promise<void> {
  const before = (await client.get(path)).body.data;
  const result = await change();
  const events = await eventsOfAnswer(system, service, result);
  if (result.status !== 200) return expect([result.status, events]).toEqual([422, []]);
  const after = (await client.get(path)).body.data;
  const differ = Object.keys({ ...before, ...after }).filter(
    (name) => name !== 'updatedAt' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  expect(events.map(({ changed }) => [...(changed ?? [])].sort())).toEqual(differ.length === 0 ? [] : [differ.sort()]);
}

const option = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

describe('what changed', () => {
  it('of a user is what a read shows', async () => {
    const user = await newUser(client);
    const change = fc.record({
      name: option('A', 'B'),
      firstName: option('A', 'C', null),
      lastName: option('B', 'D', null),
      image: option('https://x.example/i', null),
      isArchived: option(true, false),
    });
    await fc.assert(
      fc.asyncProperty(change, (patch) =>
        expectChangeToBePublished('directory', user.path, () => client.patch(user.path, patch, { ifMatch: '*' })),
      ),
      { numRuns: 30 },
    );
  });

  it('of an appointment is what a read shows', async () => {
    const [room] = (await client.get('/rooms')).body.data;
    const [someone] = (await client.get('/users')).body.data;
    const body = { title: 'A', dateTime: '2026-10-12T08:00:00Z', duration: 90, courseIds: [layerId] };
    const { id } = must(201, await client.post('/appointments', body, { key: true })).body.data;
    const change = fc.record({
      title: option('A', 'B'),
      dateTime: option('2026-10-12T08:00:00Z', '2026-10-12T10:00:00+02:00', '2026-10-13T08:00:00Z'),
      onlineAddress: option('https://zoom.us/1', 'https://x.example/', null),
      address: option('Street 1', null),
      location: option('Here', null),
      rooms: option<object[]>([], [{ roomId: room.id }]),
      organizerIds: option<string[]>([], [someone.id]),
      userIds: option<string[]>([], [someone.id]),
    });
    await fc.assert(
      fc.asyncProperty(change, (patch) =>
        expectChangeToBePublished('scheduling', `/appointments/${id}`, () =>
          client.patch(`/appointments/${id}`, patch, { ifMatch: '*' }),
        ),
      ),
      { numRuns: 30 },
    );
  });

  it('of a log is what a read shows', async () => {
    const worker = await Member.create(client);
    const { id } = must(201, await worker.log('2026-09-02T08:00:00Z', '2026-09-02T12:00:00Z')).body.data;
    const pause = { startTime: '2026-09-02T09:00:00Z', endTime: '2026-09-02T09:15:00Z' };
    const change = fc.record({
      startTime: option('2026-09-02T08:00:00Z', '2026-09-02T08:00:30Z', '2026-09-02T07:00:00Z'),
      endTime: option('2026-09-02T12:00:00Z', '2026-09-02T11:00:00Z'),
      pauses: option<object[]>([], [pause]),
      note: option('N', null),
    });
    const path = `/time-tracking/logs/${id}?userId=${worker.userId}`;
    await fc.assert(
      fc.asyncProperty(change, (patch) =>
        expectChangeToBePublished('timetracking', path, () => worker.change(id, patch)),
      ),
      { numRuns: 30 },
    );
  });
});
