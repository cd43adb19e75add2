import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { refuse } from '../../platform/core/errors/refusal.ts';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { Visitor } from '../support/console/visitor.ts';
import { describeInOneProcess } from '../support/shape/shape.ts';
import { TestSystem } from '../support/test-system.ts';

describeInOneProcess('services are taken away within it', 'the console', () => {
  let system: TestSystem;
  let visitor: Visitor;
  beforeAll(async () => {
    system = await TestSystem.start({ consoleLimits: { perAddress: 60, perSession: 20 } });
    takeAway('activity');
    visitor = await signedIn(system, await newAdministrator(system));
  });
  afterAll(() => system.stop());

  /** Makes a service unreachable; the console must not have called it yet. */
  function takeAway(service: string): void {
    system.lyceum.system.router.add(service, {
      transport: { invoke: async () => refuse('DEPENDENCY_UNAVAILABLE') },
      isReady: async () => false,
    });
  }

  it('shows what it knows while a service is away', async () => {
    const list = await visitor.get('/console/integrations');
    expect(list.status).toBe(200);
    expect(list.text).toContain('The figures are temporarily unavailable.');
    const [, path = ''] = /class="row-link" href="([^"]+)"/.exec(list.text) ?? [];
    const page = await visitor.get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('unavailable right now');
  });

  it('accepts so much of a session, and so much of an address', async () => {
    const statuses: number[] = [];
    for (let times = 0; times < 25; times++) statuses.push((await visitor.get('/console/account')).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
    const refused = await visitor.get('/console/account');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toContain('Too many requests');

    // Others at the same address still sign in, until the address has sent too much.
    const stranger = new Visitor(system.consoleUrl);
    expect((await stranger.get('/console/sign-in')).status).toBe(200);
    let last = 200;
    for (let times = 0; times < 60 && last === 200; times++) last = (await stranger.get('/console/sign-in')).status;
    expect(last).toBe(429);
    // The API does not count what the console refuses.
    expect((await fetch(`${system.url}/healthz`)).status).toBe(200);
  });
});

describeInOneProcess('a service is held within it', 'the console', () => {
  it('works on so many requests of a session at once, whether they are answered or given up', async () => {
    const system = await TestSystem.start({ platform: 'own' });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const slowPages = new Set<string | undefined>();
    system.lyceum.system.router.add('activity', {
      transport: {
        invoke: async (_method, _message, { requestId }) => {
          slowPages.add(requestId);
          await held;
          return refuse('DEPENDENCY_UNAVAILABLE');
        },
      },
      isReady: async () => true,
    });
    try {
      const administrator = await newAdministrator(system);
      const [visitor, other] = [await signedIn(system, administrator), await signedIn(system, administrator)];
      const account = (of: Visitor) => of.get('/console/account').then(({ status }) => status);
      const slow = (signal?: AbortSignal) =>
        fetch(`${system.consoleUrl}/console/integrations`, {
          headers: { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(signal && { signal }),
        });
      slowPages.clear();
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
    } finally {
      release();
      await system.stop();
    }
  });
});

describeInOneProcess('identity is taken away within it', 'without identity, the console', () => {
  it('says that it is away, and ends no session', async () => {
    const system = await TestSystem.start({ platform: 'own' });
    try {
      system.lyceum.system.router.add('identity', {
        transport: { invoke: async () => refuse('DEPENDENCY_UNAVAILABLE') },
        isReady: async () => false,
      });
      const visitor = new Visitor(system.consoleUrl);
      visitor.cookies.set('lyceum-console', 'x'.repeat(43));
      const { status, text, headers } = await visitor.get('/console/account');
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(text).toContain('Part of Lyceum is temporarily unavailable');
      expect(visitor.cookies.size).toBe(1);
    } finally {
      await system.stop();
    }
  });
});
