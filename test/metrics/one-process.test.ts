import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { families } from '../../platform/observability/metrics/families.ts';
import { MeteredSystem } from '../support/metered-system.ts';
import { HeldTable } from '../support/postgres/held-table.ts';
import { exchange } from '../support/raw-http.ts';
import { Scrape } from '../support/scrape.ts';
import type { TestClient } from '../support/test-client.ts';

let metered: MeteredSystem;
let client: TestClient;
beforeAll(async () => {
  metered = await MeteredSystem.start({ transport: 'direct' });
  client = (await metered.system.newInstitution()).client;
});
afterAll(() => metered.stop());

const REQUESTS = 'lyceum_http_requests_total';

describe('the metrics', () => {
  it('have the declared help, type and labels, and names and units by convention', async () => {
    await client.get('/users');
    const { families: shown, samples } = await metered.scrape();
    for (const [name, { type, help }] of shown) {
      expect(families[name as keyof typeof families]).toMatchObject({ type, help });
      expect(name).toMatch(type === 'counter' ? /^lyceum_[a-z_]+_total$/ : /^lyceum_[a-z_]+(?<!_total)$/);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
      expect(help).toMatch(/^[A-Z].*\.$/);
    }
    for (const { name, labels } of samples) {
      const base = name.replace(/_(bucket|sum|count)$/, '');
      const declared = families[(name in families ? name : base) as keyof typeof families].labels;
      expect(Object.keys(labels).filter((label) => label !== 'le')).toEqual(declared);
    }
  });

  it('are served at /metrics only, for GET and HEAD', async () => {
    const statuses = await Promise.all(
      ['', '?x=1', '/x', 's'].map(async (rest) => (await fetch(`${metered.url}${rest}`)).status),
    );
    expect(statuses).toEqual([200, 200, 404, 404]);
    const head = await fetch(metered.url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await fetch(metered.url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${metered.system.url}/metrics`)).status).toBe(404);
  });

  it('show every service as ready and migrated', async () => {
    const scrape = await metered.scrape();
    for (const { name: service } of services) {
      expect(scrape.value('lyceum_ready', { service })).toBe(1);
      expect(scrape.value('lyceum_migrations_up_to_date', { service })).toBe(1);
      expect(scrape.value('lyceum_migrations_applied', { service })).toBe(
        scrape.value('lyceum_migrations_expected', { service }),
      );
      expect(scrape.value('lyceum_db_sessions_max', { service })).toBe(8);
    }
    expect(scrape.value('lyceum_ready', { service: 'gateway' })).toBe(1);
    expect(scrape.samples.filter(({ name, value }) => name === 'lyceum_scrape_errors_total' && value > 0)).toEqual([]);
  });
});

describe('requests', () => {
  it('are counted by method, route template and status, and under one name without a route', async () => {
    const growth = await metered.growth(REQUESTS, async () => {
      for (let n = 0; n < 3; n++) await client.get(`/users/${randomUUID()}`);
      await client.post('/users', { email: `${randomUUID()}@x.example`, name: 'A' });
      await client.post('/users', {});
      await client.get('/nowhere');
      await client.send('DELETE', '/users');
      await fetch(`${metered.system.url}/api/v4/users`);
      await fetch(`${metered.system.url}/elsewhere`, { method: 'PURGE' as never }).catch(() => undefined);
      await fetch(`${metered.system.url}/healthz`);
    });
    expect(growth).toEqual({
      ' method=GET route=/api/v4/users/{id} status=404': 3,
      ' method=POST route=/api/v4/users status=201': 1,
      ' method=POST route=/api/v4/users status=422': 1,
      ' method=GET route=unknown status=404': 1,
      ' method=DELETE route=unknown status=405': 1,
      ' method=GET route=/api/v4/users status=401': 1,
      ' method=other route=unknown status=404': 1,
      ' method=GET route=/healthz status=200': 1,
    });
  });

  it('have each duration counted once', async () => {
    const growth = await metered.growth('lyceum_http_request_duration_seconds_count', async () => {
      await client.get('/courses');
      await client.get('/courses');
    });
    expect(growth).toEqual({ ' method=GET route=/api/v4/courses status=200': 2 });
  });

  it('over the rate limit are counted as rejected', async () => {
    const { client: busy } = await metered.system.newInstitution();
    const send = async (count: number) => {
      for (let sent = 0; sent < count; sent += 50)
        await Promise.all(Array.from({ length: Math.min(50, count - sent) }, () => busy.get('/users')));
    };
    await send(1_000);
    const growth = await metered.growth('lyceum_rate_limit_refusals_total', () => send(1));
    expect(growth).toEqual({ '': 1 });
    expect((await metered.scrape()).value('lyceum_rate_limit_local')).toBe(0);
  });

  it('of integrations are recorded, and counted when activity has taken them', async () => {
    const before = await metered.scrape();
    for (let n = 0; n < 3; n++) await client.get('/users');
    const after = await Scrape.until('their records', metered.url, (scrape) => {
      const { '': recorded = 0 } = scrape.growthSince(before, 'lyceum_request_records_total');
      return recorded >= 3 && scrape.value('lyceum_request_records_waiting_bytes') === 0;
    });
    expect(after.value('lyceum_request_records_lost_total')).toBe(0);
  });

  it('with invalid HTTP are counted separately', async () => {
    const { port } = metered.system.lyceum;
    const growth = await metered.growth('lyceum_http_malformed_requests_total', () =>
      exchange(port, 'NO HTTP\r\n\r\n'),
    );
    expect(growth).toEqual({ '': 1 });
  });

  it('are counted as aborted when the client disconnects, and none stays in flight', async () => {
    const before = await metered.scrape();
    const table = await HeldTable.hold(metered.system.databases.url('directory'), 'users', 'reads');
    const gone = new AbortController();
    const request = fetch(`${metered.system.url}/api/v4/users`, {
      headers: { authorization: client.authorization },
      signal: gone.signal,
    }).catch(() => undefined);
    const inFlight = (count: number) => (scrape: Scrape) => scrape.value('lyceum_http_requests_in_flight') === count;
    await table.waiters(1);
    expect(inFlight(1)(await metered.scrape())).toBe(true);
    gone.abort();
    await request;
    const after = await Scrape.until('its end', metered.url, inFlight(0));
    await table.release();
    expect(after.growthSince(before, REQUESTS)).toEqual({ ' method=GET route=/api/v4/users status=aborted': 1 });
  });

  it('add no series, whatever they contain', async () => {
    const storm = async () => {
      for (let n = 0; n < 10; n++) {
        const odd = `${randomUUID()}-%00-${n}`;
        await fetch(`${metered.system.url}/${odd}`);
        await fetch(`${metered.system.url}/api/v4/${odd}/x`, { headers: { authorization: client.authorization } });
        await client.send(n % 2 === 0 ? 'GET' : 'OPTIONS', `/users/${randomUUID()}`, {
          query: { [odd]: odd },
          headers: { 'x-request-id': odd.slice(0, 20), 'accept-version': odd, 'user-agent': odd },
        });
        await metered.system.newInstitution().then((other) => other.client.get('/courses'));
      }
    };
    await storm();
    const series = (await metered.scrape()).samples.length;
    await storm();
    expect((await metered.scrape()).samples.length).toBe(series);
  });
});

describe('calls', () => {
  it('are counted by the caller and by the callee', async () => {
    const made = 'lyceum_rpc_client_calls_total';
    const growth = await metered.growth(made, async () => {
      await client.get(`/users/${randomUUID()}`);
      await client.get('/courses');
    });
    // Credentials are looked up again after a change, and other tests have changed them.
    expect(growth).toMatchObject({
      ' code=NOT_FOUND method=UserService/GetUser service=gateway target=directory': 1,
      ' code=OK method=CourseService/ListCourses service=gateway target=directory': 1,
    });
    const answered = await metered.growth('lyceum_rpc_server_calls_total', () => client.get(`/users/${randomUUID()}`));
    expect(answered).toMatchObject({ ' code=NOT_FOUND method=UserService/GetUser service=directory': 1 });
    const durations = await metered.growth('lyceum_rpc_server_call_duration_seconds_count', () =>
      client.get('/courses'),
    );
    expect(durations).toMatchObject({ ' method=CourseService/ListCourses service=directory': 1 });
  });
});
