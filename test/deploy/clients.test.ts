import { describe, expect, it } from 'vitest';
import { readCalendarFeed } from '../../gateway/routes/calendars/get-ics.ts';
import { containerOf, environmentOf, getObject } from '../support/deploy/kubernetes.ts';
import { describeRendered, render } from '../support/deploy/render.ts';

describeRendered('the ways of clients', () => {
  describe('with the Gateway API', () => {
    const objects = render('overlays/production');
    const publicUrl = { gateway: 'PUBLIC_URL', console: 'CONSOLE_URL' } as const;

    it.each([
      ['gateway', ['/', '/api', '/docs', '/errors'], ''],
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
