import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT } from '../../gateway/admission/rate-limit.ts';
import { BODY_BOUNDS } from '../../gateway/http/received-body.ts';
import { containerOf, getObject, ofKind, podOf } from '../support/deploy/kubernetes.ts';
import { describeRendered, readManifest, render } from '../support/deploy/render.ts';
import { faultsOf, hasSchema } from '../support/deploy/schemas.ts';
import { projectRoot } from '../support/process/program.ts';

describeRendered('the manifests', () => {
  const FOLDERS = [
    'cluster',
    'base',
    'overlays/local',
    'overlays/production',
    'overlays/ingress-nginx',
    'postgres',
    'postgres-local',
    'nats',
    'nats-local',
    'monitoring',
    'monitoring/cloudnative-pg',
  ];

  describe.each(FOLDERS)('%s', (folder) => {
    const objects = render(folder);

    it('has each object once', () => {
      const names = objects.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
    });

    it('is valid by the schemas', () => {
      expect(objects.filter(hasSchema).length).toBeGreaterThan(1);
      expect(
        objects
          .filter(hasSchema)
          .flatMap((object) => faultsOf(object).map((fault) => `${object.metadata.name}: ${fault}`)),
      ).toEqual([]);
    });

    it('contains no secret', () => {
      expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
      expect(JSON.stringify(objects)).not.toMatch(
        /postgres(ql)?:\/\/(?!\w+:\$\(\w+\)@)|nats:\/\/[^"]*:[^"]*@|BEGIN [A-Z ]*PRIVATE KEY/,
      );
    });
  });

  it('the monitoring finds the pods with metrics, under the name of the job that alerts expect', () => {
    const { spec } = getObject(render('monitoring'), 'PodMonitor', 'lyceum');
    const [{ key, values }] = spec.selector.matchExpressions;
    for (const object of ofKind(render('overlays/production'), 'Deployment')) {
      const { labels, spec: pod } = podOf(object);
      expect(values).toContain(labels[key]);
      expect(labels[spec.jobLabel]).toBe('lyceum');
      expect(pod.containers[0]?.ports?.map(({ name }) => name)).toContain(spec.podMetricsEndpoints[0].port);
    }
  });

  it('the restore drill makes a valid server like that of production, from its archive, which archives nothing', () => {
    const objects = render('postgres');
    const [scratch] = readManifest('postgres/restore-drill/cluster.yaml');
    const production = getObject(objects, 'Cluster', 'lyceum-postgres').spec;
    expect(faultsOf(scratch as never)).toEqual([]);
    const { name } = scratch?.metadata ?? {};
    const { spec } = scratch as { readonly spec: typeof production };
    expect(spec).toMatchObject({
      imageName: production.imageName,
      storage: production.storage,
      walStorage: production.walStorage,
      bootstrap: { recovery: { source: 'lyceum-postgres' } },
    });
    expect(spec.plugins).toBeUndefined();
    expect(spec.postgresql.parameters.max_connections).toBe(production.postgresql.parameters.max_connections);
    const [{ plugin }] = spec.externalClusters;
    expect(plugin.parameters).toEqual({ ...production.plugins[0].parameters, serverName: 'lyceum-postgres' });
    const { rules } = getObject(objects, 'Role', 'restore-drill') as unknown as {
      rules: { resourceNames?: string[] }[];
    };
    expect(rules.flatMap(({ resourceNames = [] }) => resourceNames)).toEqual([name]);
    const job = getObject(objects, 'CronJob', 'restore-drill').spec.jobTemplate.spec.template.spec;
    expect(job.containers[0].args).toEqual(['backup', 'verify', '--restored', `${name}-rw:5432`]);
  });

  it('docs/deployment.md states the requests and limits of the manifests', () => {
    const page = readFileSync(`${projectRoot}docs/deployment.md`, 'utf8');
    for (const object of ofKind(render('base'), 'Deployment')) {
      const { requests, limits } = containerOf(object).resources ?? {};
      const cells = `| ${requests?.cpu}, ${requests?.memory} | ${limits?.memory} |`;
      expect(page).toMatch(new RegExp(`^\\| ${object.metadata.name} \\|.*${RegExp.escape(cells)}$`, 'm'));
    }
  });

  describe('the comparison with the schemas', () => {
    const deployment = (container: object) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'x' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'x', ...container }] } },
      },
    });

    it.each([
      [{ readinesProbe: { grpc: { port: 1 } } }, 'unknown: spec.template.spec.containers[0].readinesProbe'],
      [
        { readinessProbe: { grpc: { prot: 1, port: 1 } } },
        'unknown: spec.template.spec.containers[0].readinessProbe.grpc.prot',
      ],
      [{ readinessProbe: { grpc: { port: 'x' } } }, 'readinessProbe/grpc/port'],
      [{ image: 5 }, 'image'],
    ])('finds what is wrong with %j', (container, fault) => {
      expect(faultsOf(deployment(container))).toEqual([expect.stringContaining(fault)]);
    });

    it('knows what operators add to Kubernetes', () => {
      const certificate = (spec: object) => ({
        apiVersion: 'cert-manager.io/v1',
        kind: 'Certificate',
        metadata: { name: 'x' },
        spec: { secretName: 'x', issuerRef: { name: 'x', kind: 'ClusterIssuer' }, ...spec },
      });
      expect(faultsOf(certificate({ dnsNames: ['x'] }))).toEqual([]);
      expect(faultsOf(certificate({ dnsName: ['x'] }))).toEqual(['unknown: spec.dnsName']);
      expect(faultsOf(certificate({ dnsNames: 'x' }))).toEqual([expect.stringContaining('/spec/dnsNames')]);
    });

    it('accepts valid objects', () => {
      expect(faultsOf(deployment({ image: 'x', lifecycle: { preStop: { sleep: { seconds: 5 } } } }))).toEqual([]);
    });
  });

  describe('the gateway of production', () => {
    const objects = render('overlays/production');
    const { spec } = getObject(objects, 'BackendTrafficPolicy', 'lyceum');

    it('limits requests per address, with a burst of a minute’s requests, and buffers bodies up to the API’s limit', () => {
      for (const { limit } of spec.rateLimit.local.rules) {
        expect(limit.unit).toBe('Minute');
        expect(limit.requests).toBeGreaterThanOrEqual(RATE_LIMIT.limit);
      }
      const bytes = Number(/^(\d+)Ki$/.exec(spec.requestBuffer.limit)?.[1]) * 1024;
      expect(bytes).toBeGreaterThan(BODY_BOUNDS.bytes);
      expect(bytes).toBeLessThanOrEqual(2 * BODY_BOUNDS.bytes);
    });

    it('applies its policies', () => {
      for (const kind of ['BackendTrafficPolicy', 'ClientTrafficPolicy'])
        for (const { kind: target, name } of getObject(objects, kind, 'lyceum').spec.targetRefs)
          getObject(objects, target, name);
    });
  });

  it('the example of External Secrets makes secrets that pods mount, and is valid', () => {
    const named = JSON.stringify(['overlays/production', 'postgres'].map((folder) => render(folder)));
    for (const object of readManifest('examples/external-secrets.yaml')) {
      expect(faultsOf(object)).toEqual([]);
      expect(named).toContain(`"${object.spec.target.name}"`);
      expect(object.metadata.name).toBe(object.spec.target.name);
    }
    const [first] = readManifest('examples/external-secrets.yaml');
    const mistyped = { ...first, spec: { ...first?.spec, secretStore: {} } };
    expect(faultsOf(mistyped as never)).toEqual([expect.stringContaining('secretStore')]);
  });

  describe.each(['gateway', 'gateway-calendars'])('the ingress %s', (name) => {
    const { metadata } = getObject(render('overlays/ingress-nginx'), 'Ingress', name);
    const annotations: Record<string, string> = metadata.annotations ?? {};
    const value = (setting: string) => annotations[`nginx.ingress.kubernetes.io/${setting}`];

    it('limits requests and connections per address, with a burst of a minute’s requests', () => {
      const burst = Number(value('limit-rps')) * Number(value('limit-burst-multiplier'));
      expect(burst).toBeGreaterThanOrEqual(RATE_LIMIT.limit);
      expect(Number(value('limit-rps')) * 60).toBeGreaterThanOrEqual(RATE_LIMIT.limit);
      expect(Number(value('limit-connections'))).toBeGreaterThanOrEqual(RATE_LIMIT.limit);
    });

    it('accepts bodies up to the API’s limit, and not much larger ones', () => {
      const bytes = Number(/^(\d+)k$/.exec(value('proxy-body-size') ?? '')?.[1]) * 1024;
      expect(bytes).toBeGreaterThan(BODY_BOUNDS.bytes);
      expect(bytes).toBeLessThanOrEqual(2 * BODY_BOUNDS.bytes);
    });

    it('buffers requests and responses, so that a slow client does not occupy a gateway', () => {
      expect([value('proxy-request-buffering'), value('proxy-buffering')]).toEqual(['on', 'on']);
      expect(Number(/^(\d+)m$/.exec(value('proxy-max-temp-file-size') ?? '')?.[1])).toBeGreaterThan(0);
    });
  });
});
