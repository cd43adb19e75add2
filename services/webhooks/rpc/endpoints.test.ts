import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { Janitor } from '../../../platform/process/janitor.ts';
import { EndpointService } from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { testConfiguration } from '../../../test/support/calls/test-secret-keys.ts';
import { LogLines } from '../../../test/support/process/log-lines.ts';
import { endpointChange } from '../../../test/support/resource-change.ts';
import { webhooks } from '../service.ts';

const { createEndpoint, rotateEndpointSecret, deleteEndpoint, updateEndpoint } = EndpointService.method;
const { WEBHOOKS_SECRET_KEYS: keys } = testConfiguration;
const HOUR_MS = 3_600_000;
const URL = 'https://example.org/hooks';
const created = { endpoint: { url: URL, isEnabled: true } };

let service: TestService;
let actor: TenantActor;
const logged = new LogLines();
beforeAll(async () => {
  service = await startTestService(webhooks, { log: pino({ level: 'trace' }, logged) });
});
afterAll(() => service.stop());
beforeEach(() => {
  actor = { kind: 'operator', institutionId: systemIds.newId() };
});

/** The stored secrets of an endpoint, newest last. */
async function storedSecrets(endpointId: string) {
  const rows = await service.sql<{ key_id: string; sealed: Buffer; expires_at: Date | null }>(
    'SELECT key_id, sealed, expires_at FROM endpoint_secrets WHERE endpoint_id = $1 ORDER BY expires_at NULLS LAST',
    [endpointId],
  );
  return rows.map(({ key_id: keyId, sealed, expires_at: at }) => ({
    secret: keys.open({ keyId, sealed }, `${actor.institutionId}/${endpointId}`),
    expiresAt: at?.toISOString() ?? null,
    sealed,
  }));
}

describe('the secret of an endpoint', () => {
  it('is stored encrypted, bound to its endpoint, and nowhere else', async () => {
    const idempotency = { key: 'k', fingerprint: 'f' };
    const { message } = await service.callWithKey(actor, idempotency)(createEndpoint, created);
    const [stored] = await storedSecrets(message.endpoint?.id ?? '');
    expect(stored?.secret).toBe(message.secret);
    expect(message.secret).toMatch(/^whsec_/);
    expect(stored?.sealed.includes(message.secret)).toBe(false);

    const replay = await service.callWithKey(actor, idempotency)(createEndpoint, created);
    expect([replay.metadata?.replayed, replay.message.secret]).toEqual([true, '']);
    for (const table of ['idempotency_keys', 'audit_log', 'outbox', 'endpoints'])
      expect(JSON.stringify(await service.sql(`SELECT t::text FROM ${table} t`))).not.toContain(message.secret);
    expect(logged.text).not.toContain(message.secret);
  });

  it('signs for a day beside its successors, of which a third is refused meanwhile', async () => {
    const first = await service.call(actor)(createEndpoint, created);
    const id = first.endpoint?.id ?? '';
    const second = await service.call(actor)(rotateEndpointSecret, { id });
    expect(await storedSecrets(id)).toMatchObject([
      { secret: first.secret, expiresAt: '2026-10-06T08:00:00.000Z' },
      { secret: second.secret, expiresAt: null },
    ]);
    service.clock.advance(HOUR_MS);
    const third = await service.call(actor)(rotateEndpointSecret, { id });
    expect(await storedSecrets(id)).toMatchObject([
      { secret: first.secret, expiresAt: '2026-10-06T08:00:00.000Z' },
      { secret: second.secret, expiresAt: '2026-10-06T09:00:00.000Z' },
      { secret: third.secret, expiresAt: null },
    ]);
    const rotate = () => service.call(actor)(rotateEndpointSecret, { id });
    service.clock.advance(23 * HOUR_MS - 1);
    await expect(rotate()).rejects.toMatchObject({ code: 'ENDPOINT_SECRETS_EXHAUSTED' });
    service.clock.advance(1);
    const fourth = await rotate();
    const signing = (await storedSecrets(id)).map(({ secret }) => secret);
    expect(signing).toEqual([second.secret, third.secret, fourth.secret]);
    service.clock.advance(-DAY_MS);
  });

  it('is replaced twice by many rotations at once, and once by those of the same revision', async () => {
    const { endpoint } = await service.call(actor)(createEndpoint, created);
    const id = endpoint?.id ?? '';
    const rotateAtOnce = async (revisions: string[] | null) => {
      const request = revisions === null ? { id } : { id, precondition: { revisions } };
      const rotations = Array.from({ length: 6 }, () => service.call(actor)(rotateEndpointSecret, request));
      const outcomes = await Promise.allSettled(rotations);
      return outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    };
    expect(await rotateAtOnce([endpoint?.revision ?? ''])).toEqual(Array(5).fill('REVISION_STALE'));
    expect(await rotateAtOnce(null)).toEqual(Array(5).fill('ENDPOINT_SECRETS_EXHAUSTED'));
    expect(await storedSecrets(id)).toHaveLength(3);
  });
});

describe('an institution', () => {
  it('has at most twenty endpoints, even if more are created at once; deleting one makes room', async () => {
    const creates = Array.from({ length: 30 }, () => service.call(actor)(createEndpoint, created));
    const outcomes = await Promise.allSettled(creates);
    const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.endpoint?.id ?? ''] : []));
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(made).toHaveLength(20);
    expect(new Set(refused)).toEqual(new Set(['ENDPOINTS_EXHAUSTED']));

    await service.call(actor)(deleteEndpoint, { id: made[0] ?? '', precondition: { any: true } });
    await service.call(actor)(createEndpoint, created);
    await expect(service.call(actor)(createEndpoint, created)).rejects.toMatchObject({
      code: 'ENDPOINTS_EXHAUSTED',
    });
  });

  it('that deletes one endpoint twice concurrently has room for one more', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => service.call(actor)(createEndpoint, created)));
    const id = made[0]?.endpoint?.id ?? '';
    const remove = () => service.call(actor)(deleteEndpoint, { id, precondition: { any: true } });
    const outcomes = await Promise.allSettled([remove(), remove()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await service.call(actor)(createEndpoint, created);
    await expect(service.call(actor)(createEndpoint, created)).rejects.toMatchObject({
      code: 'ENDPOINTS_EXHAUSTED',
    });
  });
});

it('deleting an endpoint does not touch its pending deliveries; only these are removed later', async () => {
  const call = service.call(actor);
  const [gone, other] = [await call(createEndpoint, created), await call(createEndpoint, created)];
  const pendingOf = async ({ endpoint }: typeof gone) =>
    (await service.sql(`SELECT FROM deliveries WHERE endpoint_id = $1 AND status = 'pending'`, [endpoint?.id])).length;
  await service.sql(
    `INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, resource_id, status, attempt_count, attempts_made, created_at, updated_at)
     SELECT $1, e.id, gen_random_uuid(), 'user.updated', n, $1, 'pending', 0, 0, $2, $2
     FROM endpoints e, generate_series(1, CASE WHEN e.id = $3 THEN 2500 ELSE 1 END) AS n WHERE e.institution_id = $1`,
    [actor.institutionId, new Date(service.clock.now()), gone.endpoint?.id],
  );
  await call(deleteEndpoint, { id: gone.endpoint?.id ?? '', precondition: { any: true } });
  expect([await pendingOf(gone), await pendingOf(other)]).toEqual([2_500, 1]);
  const { db } = service.runtime;
  const { expiries = [] } = webhooks;
  await new Janitor({ db, clock: service.clock, log: silentLogger, expiries }).tidy();
  expect([await pendingOf(gone), await pendingOf(other)]).toEqual([0, 1]);
  expect(await service.sql('SELECT FROM deleted_endpoints')).toEqual([]);
});

describe('in production', () => {
  let production: TestService;
  beforeAll(async () => {
    production = await startTestService(webhooks, { configuration: { NODE_ENV: 'production' } });
  });
  afterAll(() => production.stop());

  it.each(['https://0x7f.1/', 'https://hooks.LOCALHOST./'])(
    'an endpoint cannot be created at %s, nor moved there',
    async (url) => {
      const call = production.call(actor);
      const fault = { code: 'REQUEST_INVALID', violations: [{ pointer: '/url', code: 'invalid_value' }] };
      await expect(call(createEndpoint, { endpoint: { url, isEnabled: true } })).rejects.toMatchObject(fault);
      const { endpoint } = await call(createEndpoint, created);
      const move = { id: endpoint?.id ?? '', precondition: { any: true }, ...endpointChange({ url }) };
      await expect(call(updateEndpoint, move)).rejects.toMatchObject(fault);
    },
  );

  it('an endpoint can be created there if the installation allows private addresses', async () => {
    const url = 'https://127.0.0.1/';
    const configuration = { NODE_ENV: 'production', WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: '1' };
    const allowing = await startTestService(webhooks, { configuration });
    expect((await allowing.call(actor)(createEndpoint, { endpoint: { url, isEnabled: true } })).endpoint).toMatchObject(
      { url },
    );
    await allowing.stop();
  });
});
