import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Transport } from '../../platform/calls/caller.ts';
import { refuse } from '../../platform/core/errors/refusal.ts';
import { RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { Visitor } from '../support/console/visitor.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { requestHead, statusesIn } from '../support/raw-http.ts';
import { describeInOneProcess } from '../support/shape/shape.ts';
import { TestSystem } from '../support/test-system.ts';

const SERVICES = { activity: RequestService.method.listRequests, identity: IntegrationService.method.listIntegrations };

describeInOneProcess('services are taken away within it', 'the console', () => {
  let system: TestSystem;
  let ada: TestAdministrator;
  let visitor: Visitor;
  /** What answers in the place of a service. */
  const instead = new Map<string, Transport['invoke']>();
  const takeAway = (service: keyof typeof SERVICES, invoke: Transport['invoke']) => {
    instead.set(service, invoke);
    onTestFinished(() => void instead.delete(service));
  };
  const unavailable = async () => refuse('DEPENDENCY_UNAVAILABLE');

  beforeAll(async () => {
    const bodySpeed = { bytesPerSecond: 1024 * 1024, graceMs: 200 };
    system = await TestSystem.start({ consoleLimits: { perAddress: 150, perSession: 100, bodySpeed } });
    const { router } = system.lyceum.system;
    for (const [service, method] of Object.entries(SERVICES)) {
      const own = router.transportOf(method);
      const transport: Transport = { invoke: (...call) => (instead.get(service) ?? own.invoke.bind(own))(...call) };
      router.add(service, { transport, isReady: async () => !instead.has(service) });
    }
    ada = await newAdministrator(system);
    visitor = await signedIn(system, ada);
  });
  afterAll(() => system.stop());

  const cookie = () => [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  it('shows what it knows while a service is away', async () => {
    takeAway('activity', unavailable);
    const list = await visitor.get('/console/integrations');
    expect([list.status, list.text]).toEqual([
      200,
      expect.stringContaining('The figures are temporarily unavailable.'),
    ]);
    const [, path = ''] = /class="row-link" href="([^"]+)"/.exec(list.text) ?? [];
    for (const each of [path, '/console/'])
      expect(await visitor.get(each)).toMatchObject({
        status: 200,
        text: expect.stringContaining('unavailable right now'),
      });
  });

  it('works on so many requests of a session at once, whether they are answered or given up', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    onTestFinished(() => release());
    const slowPages = new Set<string | undefined>();
    takeAway('activity', async (_method, _message, { requestId }) => {
      slowPages.add(requestId);
      await held;
      return unavailable();
    });
    const other = await signedIn(system, ada);
    const account = (of: Visitor) => of.get('/console/account').then(({ status }) => status);
    const slow = (signal?: AbortSignal) =>
      fetch(`${system.consoleUrl}/console/integrations`, { headers: { cookie: cookie() }, ...(signal && { signal }) });
    const givenUp = new AbortController();
    const gone = expect(slow(givenUp.signal)).rejects.toThrow();
    const pages = Array.from({ length: 15 }, () => slow());
    await vi.waitFor(() => expect(slowPages.size).toBe(16));
    expect([await account(visitor), await account(other)]).toEqual([429, 200]);
    givenUp.abort();
    await gone;
    await vi.waitFor(async () => expect(await account(visitor)).toBe(200));
    release();
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(Array(15).fill(200));
  });

  // Node itself would end it after 30 s.
  it.each([
    ['a file', '/console/people/import', 'multipart/form-data; boundary=b', '--b\r\n', 4_000_000],
    ['fields', '/console/people/add', 'application/x-www-form-urlencoded', 'name=A', 60_000],
  ])(
    'ends a form with %s that arrives too slowly, whatever it says will come',
    async (_, path, type, begin, length) => {
      const connection = await RawConnection.open(system.port);
      const headers = {
        origin: system.consoleUrl,
        cookie: cookie(),
        'content-type': type,
        'content-length': `${length}`,
      };
      await connection.send(requestHead(`POST ${path}`, headers));
      await connection.send(begin);
      expect(statusesIn(await connection.readToEnd())).toEqual([400]);
    },
    25_000,
  );

  it('takes a large file that arrives', async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => `p${n}@x.example,${'N'.repeat(200)}`);
    const answer = await visitor.upload('/console/people/import', ['email,name', ...rows].join('\n'));
    expect(answer.status).toBe(303);
  });

  it('says that identity is away, and ends no session', async () => {
    takeAway('identity', unavailable);
    const { status, text, headers } = await visitor.get('/console/account');
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(text).toContain('Part of Lyceum is temporarily unavailable');
    expect(visitor.cookies.has('lyceum-console')).toBe(true);
  });

  it('accepts so much of a session, and so much of an address', async () => {
    let last = 200;
    for (let times = 0; times < 101 && last === 200; times++) last = (await visitor.get('/console/account')).status;
    const refused = await visitor.get('/console/account');
    expect([last, refused.status, refused.text]).toEqual([429, 429, expect.stringContaining('Too many requests')]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Others at the same address still sign in, until the address has sent too much.
    const stranger = new Visitor(system.consoleUrl);
    const statuses = [(await stranger.get('/console/sign-in')).status];
    while (statuses.length < 151 && statuses.at(-1) === 200)
      statuses.push((await stranger.get('/console/sign-in')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    // The API does not count what the console refuses.
    expect((await fetch(`${system.url}/healthz`)).status).toBe(200);
  });
});
