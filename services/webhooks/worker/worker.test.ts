import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { Janitor } from '../../../platform/process/janitor.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { LogLines } from '../../../test/support/process/log-lines.ts';
import { endpointChange } from '../../../test/support/resource-change.ts';
import { type Answer, TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { recordUpdates, startTestWorker } from '../../../test/support/webhooks/test-worker.ts';
import { webhooks } from '../service.ts';
import { listDue } from '../store/due-deliveries.ts';
import { leaseEndpoints, ONE_OF_A_HOST } from '../store/lease-endpoints.ts';
import type { Wake } from './wake.ts';

let service: TestService;
const logged = new LogLines();
const ends: (() => Promise<unknown>)[] = [];
const wakes: Wake[] = [];

beforeAll(async () => {
  service = await startTestService(webhooks, { log: pino({ level: 'trace' }, logged) });
});
afterAll(() => service.stop());
beforeEach(() => service.sql('TRUNCATE endpoints, endpoint_counts, deliveries CASCADE'));
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  wakes.length = 0;
});

async function newReceiver(answer?: Answer, host = '127.0.0.1'): Promise<TestReceiver> {
  const receiver = await TestReceiver.start({ host });
  if (answer) receiver.answer = answer;
  ends.push(() => receiver.end());
  return receiver;
}

/** @param options `timeoutMs` is reached only by a receiver that never responds */
function startWorker(options: Parameters<typeof startTestWorker>[1] = {}): void {
  const worker = startTestWorker(service, options);
  wakes.push(worker.wake);
  ends.push(() => worker.stop());
}

async function newEndpoint(url: string, institutionId: string = randomUUID(), types: string[] = []) {
  const actor = { kind: 'operator', institutionId } as const;
  const { endpoint } = await service.call(actor)(EndpointService.method.createEndpoint, {
    endpoint: { url, types, isEnabled: true },
  });
  return { institutionId, endpointId: endpoint?.id ?? '' };
}

const happen = (institutionId: string, resources: readonly string[]) =>
  recordUpdates(service, institutionId, resources);

const statuses = async (endpointId: string) =>
  (
    await service.sql<{ status: string }>(
      'SELECT status FROM deliveries WHERE endpoint_id = $1 ORDER BY sequence, id',
      [endpointId],
    )
  ).map(({ status }) => status);

/**
 * Advances the clock to the earliest attempt, repeatedly, until nothing is pending; not while an attempt may be in
 * flight.
 */
async function deliverAll(endpointId: string, stepMs: number): Promise<void> {
  for (;;) {
    const [row] = await service.sql<{ pending: number; due: number; leased: number }>(
      `SELECT count(*) FILTER (WHERE status = 'pending')::int AS pending,
         count(*) FILTER (WHERE next_attempt_at <= $2)::int AS due,
         (SELECT count(*)::int FROM endpoint_queues q WHERE q.endpoint_id = $1 AND q.leased_until > clock_timestamp()) AS leased
       FROM deliveries WHERE endpoint_id = $1`,
      [endpointId, new Date(service.clock.now())],
    );
    if (row?.pending === 0) return;
    if (row?.due === 0 && row.leased === 0) service.clock.advance(stepMs);
    for (const wake of wakes) wake.set();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('deliveries', () => {
  it('keep the order of each resource with several workers, whatever fails', async () => {
    startWorker();
    startWorker();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
        async (picks, fates) => {
          const taken: string[] = [];
          const refusals = new Map<string, number>();
          let answered = 0;
          const receiver = await newReceiver((response, { body }) => {
            const { id } = JSON.parse(body);
            const refused = refusals.get(id) ?? 0;
            // Never so often that the delivery fails for good: the later ones would then be sent without it.
            const isTaken = fates[answered++ % fates.length] || refused === 3;
            if (isTaken) taken.push(id);
            else refusals.set(id, refused + 1);
            response.writeHead(isTaken ? 204 : 500).end();
          });
          const { institutionId, endpointId } = await newEndpoint(receiver.url);
          const resources = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
          const chosen = picks.map((pick) => resources[pick] ?? '');
          const half = Math.ceil(chosen.length / 2);
          const ids = [
            ...(await happen(institutionId, chosen.slice(0, half))),
            ...(await happen(institutionId, chosen.slice(half))),
          ];
          await deliverAll(endpointId, DAY_MS / 24);
          for (const resource of resources) {
            const own = ids.filter((_, n) => chosen[n] === resource);
            expect(taken.filter((id) => own.includes(id))).toEqual(own);
          }
          expect(new Set(await statuses(endpointId))).toEqual(new Set(['succeeded']));
        },
      ),
      { numRuns: 8 },
    );
  });

  it('to a receiver that hangs delay no others', async () => {
    const hanging = await newReceiver(() => undefined);
    // Of one institution, endpoints with the same host share its slots.
    const other = await newReceiver(undefined, 'localhost');
    const institutionId = randomUUID();
    await newEndpoint(hanging.url, institutionId);
    const { endpointId } = await newEndpoint(other.url, institutionId);
    startWorker({ timeoutMs: 3_000 });
    await happen(institutionId, [randomUUID(), randomUUID()]);
    await deliverAll(endpointId, 0);
    await happen(institutionId, [randomUUID(), randomUUID()]);
    await deliverAll(endpointId, 0);
    expect(await statuses(endpointId)).toEqual(Array(4).fill('succeeded'));
    expect(await service.sql('SELECT FROM delivery_attempts WHERE error IS NOT NULL')).toEqual([]);
  });

  it('that a killed worker had begun are made by another after its lease has ended', async () => {
    const receiver = await newReceiver();
    const { institutionId, endpointId } = await newEndpoint(receiver.url);
    await happen(institutionId, [randomUUID()]);
    const { runtime, clock } = service;
    const chosen = { lease: randomUUID(), now: new Date(clock.now()).toISOString(), healthy: 9, troubled: 9 };
    expect(await runtime.db.transaction((tx) => leaseEndpoints(tx, chosen), { of: 'nobody' })).toHaveLength(1);
    expect(
      await runtime.db.transaction((tx) => leaseEndpoints(tx, { ...chosen, lease: randomUUID() }), { of: 'nobody' }),
    ).toEqual([]);
    await service.sql("UPDATE endpoint_queues SET leased_until = now() - interval '1 ms'");
    startWorker();
    await deliverAll(endpointId, 0);
    expect(receiver.requests).toHaveLength(1);
  });

  it('of an event that is no longer stored are cancelled, and the next one of its resource is sent', async () => {
    const receiver = await newReceiver();
    const { institutionId, endpointId } = await newEndpoint(receiver.url);
    const user = randomUUID();
    const [gone] = await happen(institutionId, [user, user]);
    await service.sql('DELETE FROM events WHERE id = $1', [gone]);
    startWorker();
    await deliverAll(endpointId, 0);
    expect(await statuses(endpointId)).toEqual(['cancelled', 'succeeded']);
  });

  it('are removed with their attempts thirty days after their creation, once they have ended', async () => {
    const receiver = await newReceiver();
    const { institutionId, endpointId } = await newEndpoint(receiver.url);
    startWorker();
    await happen(institutionId, [randomUUID()]);
    await deliverAll(endpointId, 0);
    const waiting = await newEndpoint('http://127.0.0.1:9/');
    await happen(waiting.institutionId, [randomUUID()]);
    const tidy = () =>
      new Janitor({
        ...{ db: service.runtime.db, clock: service.clock, log: silentLogger },
        expiries: webhooks.expiries ?? [],
      }).tidy();
    service.clock.advance(30 * DAY_MS - 1);
    await tidy();
    expect(await statuses(endpointId)).toHaveLength(1);
    service.clock.advance(1);
    await tidy();
    expect(await statuses(endpointId)).toEqual([]);
    expect(
      await service.sql(
        "SELECT FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id WHERE d.status = 'succeeded'",
      ),
    ).toEqual([]);
    expect(await statuses(waiting.endpointId)).toHaveLength(1);
  });
});

describe('an endpoint', () => {
  it('that has failed for five days is disabled: the audit log and the log record it, without a secret', async () => {
    const receiver = await newReceiver((response) => response.writeHead(500).end());
    const institutionId = randomUUID();
    const { endpoint, secret } = await service.call({ kind: 'operator', institutionId })(
      EndpointService.method.createEndpoint,
      { endpoint: { url: receiver.url, isEnabled: true } },
    );
    const endpointId = endpoint?.id ?? '';
    startWorker();
    for (let day = 0; day < 6; day++) {
      const [id = ''] = await happen(institutionId, [randomUUID()]);
      for (;;) {
        const [row] = await service.sql<{ tried: boolean }>(
          'SELECT attempts_made > 0 AS tried FROM deliveries WHERE event_id = $1',
          [id],
        );
        const [state] = await service.sql<{ is_enabled: boolean }>('SELECT is_enabled FROM endpoints WHERE id = $1', [
          endpointId,
        ]);
        if (row?.tried !== false || !state?.is_enabled) break;
        for (const wake of wakes) wake.set();
      }
      service.clock.advance(DAY_MS);
    }
    const [row] = await service.sql('SELECT is_enabled, disabled_reason FROM endpoints WHERE id = $1', [endpointId]);
    expect(row).toEqual({ is_enabled: false, disabled_reason: 'failures' });
    const records = await service.sql<{ operation: string; actor: string; cause: string }>(
      'SELECT operation, actor, cause FROM audit_log WHERE resource_id = $1 ORDER BY recorded_at',
      [endpointId],
    );
    expect(records.at(-1)).toEqual({ operation: 'webhooks.deliver', actor: 'consumer', cause: expect.any(String) });
    expect(logged.text).toContain('disabled a webhook endpoint');
    expect(logged.text).not.toContain(secret);
    expect(await statuses(endpointId)).toContain('pending');
  });

  it('alternates with those of other institutions, however many these have', async () => {
    const [large, small] = [randomUUID(), randomUUID()];
    for (let n = 1; n <= 5; n++) await newEndpoint(`http://127.0.0.${n}:9/`, large);
    await newEndpoint('http://127.0.0.1:9/', small);
    await happen(large, [randomUUID()]);
    await happen(small, [randomUUID()]);
    const now = new Date(service.clock.now()).toISOString();
    const lease = () =>
      service.runtime.db.transaction(
        (tx) => leaseEndpoints(tx, { lease: randomUUID(), now, healthy: 2, troubled: 2 }),
        { of: 'nobody' },
      );
    const [first, second] = [await lease(), await lease()];
    expect(first.map(({ institutionId }) => institutionId).toSorted()).toEqual([large, small].toSorted());
    expect(second.map(({ institutionId }) => institutionId)).toEqual([large, large]);
  });

  it('is leased while no other has its slots of the host, even if many workers lease at once', async () => {
    const institutionId = randomUUID();
    const urls = [
      'http://hooks.example/a',
      'http://hooks.example/b',
      'http://hooks.example:80/c',
      'http://HOOKS.example/',
    ];
    for (const url of [...urls, 'http://hooks.example:8080/']) await newEndpoint(url, institutionId);
    await newEndpoint('http://[2001:db8::1]:8080/', institutionId);
    await newEndpoint('http://hooks.example/', randomUUID());
    for (const { institution_id: id } of await service.sql<{ institution_id: string }>(
      'SELECT DISTINCT institution_id FROM endpoints',
    ))
      await happen(id, [randomUUID()]);
    const now = new Date(service.clock.now()).toISOString();
    const lease = () =>
      service.runtime.db.transaction(
        (tx) => leaseEndpoints(tx, { lease: randomUUID(), now, healthy: 9, troubled: 9 }),
        { of: 'nobody' },
      );
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, lease));
    for (const each of outcomes) if (each.status === 'rejected') expect(each.reason.constraint).toBe(ONE_OF_A_HOST);
    await lease();
    const leased = await service.sql<{ host: string; slots: string }>(
      'SELECT leased_host AS host, leased_slots AS slots FROM endpoint_queues WHERE lease IS NOT NULL ORDER BY 1, 2',
    );
    expect(leased.map(({ host, slots }) => `${host} ${slots}`)).toEqual([
      '[2001:db8::1] [0,8)',
      'hooks.example [0,4)',
      'hooks.example [0,8)',
      'hooks.example [4,8)',
    ]);
  });

  it('whose URL moves to another host while it is served gets nothing there under the former lease', async () => {
    const { institutionId, endpointId } = await newEndpoint('http://hooks.example/');
    await happen(institutionId, [randomUUID()]);
    const { db } = service.runtime;
    const now = service.clock.now();
    const chosen = { lease: randomUUID(), now: new Date(now).toISOString(), healthy: 1, troubled: 1 };
    const [leased] = await db.transaction((tx) => leaseEndpoints(tx, chosen), { of: 'nobody' });
    const move = { id: endpointId, precondition: { any: true }, ...endpointChange({ url: 'http://other.example/' }) };
    await service.call({ kind: 'operator', institutionId })(EndpointService.method.updateEndpoint, move);
    const dueAt = (host: string | null) =>
      listDue(db, { institutionId, endpointId }, { now, limit: 9, host, before: null });
    expect(leased?.leasedHost).toBe('hooks.example');
    expect(await dueAt('hooks.example')).toEqual([]);
    expect(await dueAt('other.example')).toHaveLength(1);
  });
});
