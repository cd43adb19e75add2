import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { UPLOAD_LIMITS } from '../../console/http/uploads.ts';
import { BODY_BOUNDS } from '../../gateway/http/received-body.ts';
import { readCalendarFeed } from '../../gateway/routes/calendars/get-ics.ts';
import { addresses } from '../../site/pages/landing-page.ts';
import { containerOf, environmentOf, getObject } from '../support/deploy/kubernetes.ts';
import { describeRendered, render } from '../support/deploy/render.ts';
import { projectRoot } from '../support/process/program.ts';

/** `5m`, `512Ki`, `5MB` and the like, in bytes. */
function bytesOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)(k|m)i?b?$/i.exec(text) ?? [];
  return Number(count) * (unit.toLowerCase() === 'm' ? 1024 * 1024 : 1024);
}

/** What clients open from the outside. The rest of `/` are probes. */
const OPENED = [...Object.values(addresses).filter((path) => path.startsWith('/') && path !== addresses.status)].concat(
  ['/', '/scim/v2/Users', '/errors.md', '/errors/conflict', '/console', '/api/v4/users'],
);

describe.each([['examples/Caddyfile'], ['one-process/Caddyfile'], ['examples/nginx.conf']])('deploy/%s', (file) => {
  const text = readFileSync(`${projectRoot}deploy/${file}`, 'utf8');
  const isNginx = file.endsWith('.conf');
  // The first server is the gateway’s.
  const patterns = isNginx
    ? [...(text.split('server_name')[1] ?? '').matchAll(/location (= )?(\/\S*) \{ proxy_pass/g)].map(
        ([, exact, path]) => (exact ? path : `${path}*`),
      )
    : [...text.matchAll(/^\t@(?:clients|console) path (.+)$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  const isOpen = (path: string) =>
    patterns.some((pattern = '') => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));

  it('opens what clients need, and no probe', () => {
    expect(OPENED.filter((path) => !isOpen(path))).toEqual([]);
    expect(['/readyz', '/healthz', '/metrics'].filter(isOpen)).toEqual([]);
  });

  it('lets files with people through to the console', () => {
    const limits = [...text.matchAll(isNginx ? /client_max_body_size (\w+);/g : /max_size (\w+)/g)];
    expect(bytesOf(limits.at(-1)?.[1] ?? '')).toBeGreaterThan(UPLOAD_LIMITS.fileSize ?? Infinity);
  });
});

describeRendered('the ways of clients', () => {
  describe('with the Gateway API', () => {
    const objects = render('overlays/production');
    const publicUrl = { gateway: 'PUBLIC_URL', console: 'CONSOLE_URL' } as const;

    it.each([
      ['gateway', ['/', '/api', '/scim', '/docs', '/errors', '/errors.md', '/llms.txt', '/console'], ''],
      ['console', ['/', '/console'], '/console'],
    ] as const)(
      'clients use HTTPS with the %s, on a host of its own, and reach only public paths',
      (name, paths, path) => {
        const { spec } = getObject(objects, 'HTTPRoute', name);
        const [{ matches }] = spec.rules;
        expect(matches.map((match: { path: { value: string } }) => match.path.value)).toEqual(paths);
        expect(matches[0].path.type).toBe('Exact');
        const { listeners } = getObject(objects, 'Gateway', 'lyceum').spec;
        const own = listeners.filter(({ name: each }: { name: string }) => each === spec.parentRefs[0].sectionName);
        expect(own).toMatchObject([{ protocol: 'HTTPS', hostname: spec.hostnames[0] }]);
        const environment = environmentOf(containerOf(getObject(objects, 'Deployment', name)), objects);
        expect(environment[publicUrl[name]]).toBe(`https://${spec.hostnames[0]}${path}`);
        if (name === 'console') expect(environment.CONSOLE_TRUSTED_PROXIES).toBeDefined();
      },
    );

    it('files with people reach the console whole, at the same rates', () => {
      const policy = (name: string) => getObject(objects, 'BackendTrafficPolicy', name).spec;
      expect(policy('console').rateLimit).toEqual(policy('lyceum').rateLimit);
      expect(bytesOf(policy('console').requestBuffer.limit)).toBeGreaterThan(UPLOAD_LIMITS.fileSize ?? Infinity);
      expect(bytesOf(policy('lyceum').requestBuffer.limit)).toBeGreaterThan(BODY_BOUNDS.bytes);
    });

    it('the proxies log no address of a calendar feed, and no path of the console', () => {
      const { spec } = getObject(objects, 'Gateway', 'lyceum');
      const proxies = getObject(objects, 'EnvoyProxy', spec.infrastructure.parametersRef.name);
      expect(proxies.spec.telemetry.accessLog).toEqual({ disable: true });
    });
  });

  describe('with ingress-nginx', () => {
    const objects = render('overlays/ingress-nginx');

    it('has the hosts and paths of the routes', () => {
      for (const name of ['gateway', 'console']) {
        const { spec } = getObject(objects, 'Ingress', name);
        const route = getObject(render('overlays/production'), 'HTTPRoute', name).spec;
        const [{ host, http }] = spec.rules;
        expect([[host], spec.tls[0].hosts]).toEqual([route.hostnames, route.hostnames]);
        expect(http.paths.map(({ path, pathType }: Record<string, string>) => [path, pathType])).toEqual(
          route.rules[0].matches.map(({ path: { type, value } }: { path: Record<string, string> }) => [
            value,
            type?.replace('PathPrefix', 'Prefix'),
          ]),
        );
      }
    });

    it('files with people reach the console whole', () => {
      const { annotations } = getObject(objects, 'Ingress', 'console').metadata;
      const limit = annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '';
      expect(bytesOf(limit)).toBeGreaterThan(UPLOAD_LIMITS.fileSize ?? Infinity);
    });

    it('the ingress logs no address of a calendar feed, and no path of the console', () => {
      for (const name of ['gateway-calendars', 'console'])
        expect(
          getObject(objects, 'Ingress', name).metadata.annotations?.['nginx.ingress.kubernetes.io/enable-access-log'],
        ).toBe('false');
      const { spec } = getObject(objects, 'Ingress', 'gateway-calendars');
      const common = getObject(objects, 'Ingress', 'gateway').spec;
      const [{ host, http }] = spec.rules;
      expect([spec.tls, host]).toEqual([common.tls, common.rules[0].host]);
      expect(http.paths.map(({ path }: { path: string }) => `${path}/{token}.ics`)).toEqual([
        `/api/v4${readCalendarFeed.path}`,
      ]);
    });
  });
});
