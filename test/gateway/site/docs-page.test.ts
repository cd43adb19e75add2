import { describe, expect, it } from 'vitest';
import { sendRaw } from '../../support/raw-http.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start();

describe('what the page is made of', () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${system.url}${path}`, { headers });

  it.each(['/docs', '/docs/'])('%s is a page without scripts inside that may reach this origin only', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await response.text();
    expect(html).not.toMatch(/<script(?! src="\/docs\/[a-z]+\.js"><\/script>)/);
    expect(html).not.toMatch(/https?:/);
    const policy = response.headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split('; ').map((each) => each.split(/ (.*)/s) as [string, string]));
    expect(directives.get('default-src')).toBe("'none'");
    expect(directives.get('script-src')).toBe("'self'");
    expect(directives.get('connect-src')).toBe("'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  it.each(['/docs', '/docs/start.js', '/docs/scalar.js', '/docs/lyceum-client-4.3.0.tgz'])(
    '%s is cached by clients, and compressed',
    async (path) => {
      for (const coding of ['identity', 'gzip;q=0', 'gzip', 'br, GZIP;q=0.5']) {
        const first = await get(path, { 'accept-encoding': coding });
        const isCompressed = coding === 'gzip' || coding.startsWith('br');
        expect([first.status, first.headers.get('content-encoding')]).toEqual([200, isCompressed ? 'gzip' : null]);
        expect((await first.text()).length).toBeGreaterThan(100);
        const etag = first.headers.get('etag') ?? '';
        const again = await get(path, { 'accept-encoding': coding, 'if-none-match': etag });
        expect([again.status, await again.text()]).toEqual([304, '']);
      }
    },
  );

  it('responds with any Host header', async () => {
    for (const host of ['[', 'a b', '']) {
      const { status } = await sendRaw(system.port, 'GET /docs HTTP/1.1', { host });
      expect(status).toBe(200);
    }
  });
});
