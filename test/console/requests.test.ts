import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findRequests } from '../../console/screens/requests/list.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { HOSTILE, rowsIn } from '../support/console/read-page.ts';
import { newIntegration, type Recorded, record } from '../support/console/recorded.ts';
import type { Answer } from '../support/console/visitor.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** Besides the own requests of tests, which are later. */
const EARLIER = 'to=2026-10-05T07:00';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);
const terminals: string = (await newIntegration(ada.institution, 'Badge terminals')).id;
const displays: string = (await newIntegration(ada.institution, 'Room displays')).id;
const conflict = { code: 'conflict', detail: 'The member is already clocked in.' };
await recordEarlier([
  { requestId: 'first', integrationId: terminals, method: 'POST', status: 201, durationMs: 18.4 },
  { requestId: 'second', integrationId: terminals, method: 'POST', status: 409, ...conflict },
  { requestId: 'third', integrationId: displays, route: '/api/v4/rooms', path: '/api/v4/rooms?limit=7', status: 304 },
  { requestId: 'fourth', integrationId: displays, status: 503, code: 'internal_error', durationMs: 2_004 },
]);

/** Records requests an hour apart, the first one two hours ago. */
async function recordEarlier(all: readonly Recorded[], { institution } = ada): Promise<void> {
  await record(
    system,
    institution,
    all.map((each, index) => ({ ago: (index + 2) * HOUR_MS, ...each })),
  );
}

const textOf = async (path: string, by = visitor) => (await by.get(path)).text;
/** The ids of the requests that a page lists. */
const listed = (text: string) =>
  [...text.matchAll(/row-link" href="\/console\/requests\/([^?]+)\?/g)].map(([, id]) => id);
const find = async (query: string) => listed(await textOf(`/console/requests?${query}`));

describe('the list of requests', () => {
  it('shows what was asked and answered, the latest first', async () => {
    const text = await textOf(`/console/requests?${EARLIER}`);
    expect(listed(text)).toEqual(['first', 'second', 'third', 'fourth']);
    for (const shown of [
      '05:00:00.000',
      '/api/v4/rooms?limit=7',
      '409',
      'conflict',
      'Badge terminals',
      '18 ms',
      '2,004 ms',
    ])
      expect(text).toContain(shown);
    expect(text).toContain('4 shown, newest first');
    expect(text).not.toContain('Next page');
  });

  it.each([
    ['status=4xx', ['second']],
    ['status=5XX', ['fourth']],
    ['status=304', ['third']],
    ['method=POST', ['first', 'second']],
    ['method=POST&status=201', ['first']],
    ['route=%2Fapi%2Fv4%2Frooms', ['third']],
    ['requestId=third', ['third']],
    ['requestId=third&status=4xx', []],
    ['from=2026-10-05T05:00', ['first', 'second']],
    ['from=2026-10-05T04:00&to=2026-10-05T05:30', ['second', 'third']],
    ['integration=none', []],
    ['status=&method=&requestId=&cursor=', ['first', 'second', 'third', 'fourth']],
  ])('is filtered by its address: %s', async (query, expected) => {
    expect(await find(`${query.includes('to=') ? '' : `${EARLIER}&`}${query}`)).toEqual(expected);
  });

  it('leads to the page of each, also of an id that looks like a step in a path', async () => {
    const bob = await newAdministrator(system);
    const by = await signedIn(system, bob);
    const { id } = await newIntegration(bob.institution, 'Export');
    const ids = ['.', '..', '...', '.a', 'a..b'];
    await recordEarlier(
      ids.map((requestId) => ({ integrationId: id, requestId, path: `/api/v4/${requestId.length}` })),
      bob,
    );
    const links = [...(await textOf(`/console/requests?${EARLIER}`, by)).matchAll(/row-link" href="([^"]+)"/g)];
    expect(links).toHaveLength(ids.length);
    for (const [n, [, link = '']] of links.entries()) {
      const { pathname, search } = new URL(link, 'http://localhost');
      expect(await textOf(pathname + search, by)).toContain(`<span class="mono">${ids[n]}</span>`);
    }
  });

  it('is filtered by what is chosen, not typed, and keeps it', async () => {
    const chosen = `integration=${displays}&route=%2Fapi%2Fv4%2Frooms&status=3xx`;
    const text = await textOf(`/console/requests?${EARLIER}&${chosen}`);
    expect(listed(text)).toEqual(['third']);
    expect(text).toContain(`<option value="${displays}" selected>Room displays</option>`);
    expect(text).toMatch(/id="status" name="status"[^>]* value="3xx"/);
    expect(text).toMatch(/id="to" name="to" value="2026-10-05T07:00"/);
    expect(text).toContain('<option value="/api/v4/rooms" lang="en" selected>/rooms</option>');
    expect(text).toContain('<option value="/api/v4/users/{id}" lang="en">/users/{id}</option>');
  });

  it('reads and tells times of the time zone of the institution', async () => {
    const bob = await newAdministrator(system);
    await changeSettings(bob.institution, { timeTrackingTimezone: 'Europe/Berlin' });
    const by = await signedIn(system, bob);
    const { id } = await newIntegration(bob.institution, 'Export');
    await recordEarlier(
      [
        { integrationId: id, requestId: 'a' },
        { integrationId: id, requestId: 'b' },
      ],
      bob,
    );
    const text = await textOf('/console/requests?from=2026-10-05T06:30&to=2026-10-05T07:30', by);
    expect(listed(text)).toEqual(['b']);
    expect(text).toContain('07:00:00.000');
    expect(text).toContain('Times are in Europe/Berlin.');
  });

  it('keeps what was typed into a filter with a fault, which the script shows outside of the list', async () => {
    const { text, headers } = await visitor.get('/console/requests?status=9&route=x', { 'hx-request': 'true' });
    expect(headers.get('hx-retarget')).toBe('body');
    expect(text).toMatch(/name="status"[^>]* aria-invalid="true" value="9"/);
    expect(text).toContain('<option value="x" lang="en" selected>x</option>');
  });
});

it('tells whom a request is about, whatever a path may hold', async () => {
  const own = await newAdministrator(system, { name: 'Hana Tanaka' });
  const by = await signedIn(system, own);
  const { id: integrationId } = await newIntegration(own.institution, 'Payroll');
  const [none, user, logs] = ['-'.repeat(36), '/api/v4/users', '/api/v4/time-tracking/logs'];
  const of = (route: string, path: string) => ({ integrationId, method: 'GET', status: 200, route, path });
  await recordEarlier(
    [
      ...[of(`${user}/{id}`, `${user}/${own.userId}`), of(logs, `${logs}?limit=5&userId=${own.userId}`)],
      ...[of(`${user}/{id}`, `${user}/${none}`), of(logs, `${logs}?userId=${none}`), of(user, '/')],
    ],
    own,
  );
  const { status, text } = await by.get('/console/requests');
  const told = rowsIn({ text } as Answer).filter((each) => each.startsWith('Payroll'));
  expect([status, told]).toEqual([
    200,
    [
      ...['Payroll read the user Hana Tanaka', 'Payroll read time records of Hana Tanaka'],
      ...['Payroll read a user', 'Payroll read time records', 'Payroll read users'],
    ],
  ]);
});

describe('a search', () => {
  const end = { sort: '2026-10-01T00:00:00.000Z', id: 'x' };
  /** A service that finds something with the given scan. */
  const callFinding = (scan: number) => {
    let scans = 0;
    return (async () =>
      ++scans === scan
        ? { requests: [{ id: 'y', time: 'z' }], hasMore: false }
        : { requests: [], hasMore: true, end }) as unknown as Call;
  };

  it('goes on where many requests do not match', async () => {
    const found = await findRequests(callFinding(3), {}, {});
    expect([found.requests.length, found.cursor, found.lookedUntil]).toEqual([1, undefined, undefined]);
  });

  it('says after a while up to where it has looked', async () => {
    const found = await findRequests(callFinding(6), {}, {});
    expect(found).toEqual({ requests: [], cursor: `${end.sort}~${end.id}`, lookedUntil: end.sort });
  });
});

it('the page of an integration leads from its latest errors to their requests', async () => {
  const { text } = await visitor.get(`/console/integrations/${terminals}`);
  expect(text).toContain('The member is already clocked in.');
  expect(text).toContain('href="/console/requests/second?time=2026-10-05T05%3A00%3A00.000Z"');
  expect(text).toContain(`href="/console/requests?integration=${terminals}&amp;status=4xx"`);
  expect(text).toContain('None in the last hour · limit 1,000');
});

describe('the page of a request', () => {
  it('shows what is recorded', async () => {
    const times = { durationMs: 18.4, bytesIn: 84, bytesOut: 4_120, isReplay: true, rateLimitRemaining: 702 };
    const sender = { userAgent: 'terminal/2.8', clientAddress: '192.0.2.41', path: '/api/v4/rooms/7?x=' };
    await recordEarlier([{ requestId: 'all', integrationId: terminals, method: 'POST', ...times, ...sender }]);
    const text = await textOf('/console/requests/all');
    const texts = ['>all<', '06:00:00.000', 'POST', '18 ms', '84 bytes', '4,120 bytes', 'Yes: the answer of an', '702'];
    for (const shown of [...texts, ...Object.values(sender)]) expect(text).toContain(shown);
    expect(text).toContain(`href="/console/integrations/${terminals}"`);
    expect(text).not.toContain('Problem');
  });

  it('shows the problem with its errors, and leads to what explains it', async () => {
    const errors = JSON.stringify([
      { field: 'email', pointer: '/email', code: 'invalid_string', message: 'must be an e-mail address' },
    ]);
    const detail = 'One value is invalid.';
    await recordEarlier([
      { requestId: 'faulty', integrationId: terminals, status: 422, code: 'validation_failed', detail, errors },
    ]);
    const text = await textOf('/console/requests/faulty');
    for (const shown of [
      detail,
      '/email',
      'must be an e-mail address',
      'invalid_string',
      '&quot;code&quot;: &quot;validation_failed&quot;',
    ])
      expect(text).toContain(shown);
    expect(text).toMatch(/href="[^"]*\/errors\/validation_failed"/);
    for (const [, path = ''] of text.matchAll(/href="(?:[^"]*)(\/(?:errors|docs\/guides\/errors#)[^"]*)"/g))
      expect([path, (await fetch(`${system.url}${path}`)).status]).toEqual([path, 200]);
  });

  it.each(['my-own.id_1', randomUUID()])(
    'is found by each request, and shows the problem as it was sent: %s',
    async (id) => {
      const sent = await ada.institution.client.get('/rooms?limit=x', { headers: { 'x-request-id': id } });
      expect(sent.status).toBe(400);
      const text = await until('the record', async () => {
        const { status, text } = await visitor.get(`/console/requests/${id}`);
        return status === 200 && text;
      });
      const [, shown = ''] = /data-copied="sent">([^<]+)</.exec(text) ?? [];
      expect(JSON.parse(shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'"))).toEqual(sent.body);
    },
  );

  it('is that of the time in its address where a client has used an id again', async () => {
    await recordEarlier([
      { requestId: 'again', integrationId: terminals, status: 201 },
      { requestId: 'again', integrationId: terminals, status: 503, code: 'internal_error' },
    ]);
    const latest = await textOf('/console/requests/again');
    expect(latest).toContain('Earlier requests with this ID');
    const [, earlier = ''] = /row-link" href="([^"]+)"/.exec(latest) ?? [];
    const text = await textOf(earlier);
    expect(text).toContain('internal_error');
    expect(text).not.toContain('Earlier requests with this ID');
  });

  it('is not found for what nobody has sent', async () => {
    for (const path of ['none', '%00', 'x'.repeat(200), encodeURIComponent(HOSTILE)])
      expect([path, (await visitor.get(`/console/requests/${path}`)).status]).toEqual([
        path,
        path === '%00' ? 400 : 404,
      ]);
    expect(await visitor.get('/console/requests/second?time=2026-10-01T00:00:00.000Z')).toMatchObject({ status: 404 });
    expect(await visitor.get('/console/requests/second?time=never')).toMatchObject({ status: 200 });
  });
});
