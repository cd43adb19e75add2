import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT } from '../../gateway/admission/rate-limit.ts';
import { BODY_BOUNDS } from '../../gateway/http/received-body.ts';
import { containerOf, getObject, type KubernetesObject, ofKind, podOf } from '../support/deploy/kubernetes.ts';
import { describeRendered, readManifest, render } from '../support/deploy/render.ts';
import { faultsOf, hasSchema } from '../support/deploy/schemas.ts';
import { projectRoot } from '../support/process/program.ts';

describeRendered('the manifests', () => {
  const OVERLAYS = ['overlays/local', 'overlays/production', 'overlays/ingress-nginx', 'overlays/second-server'];
  const FOLDERS = [
    'cluster',
    'base',
    ...OVERLAYS,
    'postgres',
    'postgres-b',
    'postgres-local',
    'nats',
    'nats-local',
    'monitoring',
  ];

  describe.each([...FOLDERS, 'monitoring/cloudnative-pg'])('%s', (folder) => {
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

  type Labels = Readonly<Record<string, string>>;

  interface Backend {
    readonly name: string;
    readonly port: number | string;
  }

  /** The targets of an Ingress or a route. */
  function backendsOf({ kind, spec }: KubernetesObject): Backend[] {
    if (kind === 'HTTPRoute') return spec.rules.flatMap(({ backendRefs }: { backendRefs: Backend[] }) => backendRefs);
    const paths = spec.rules.flatMap(({ http }: { http: { paths: unknown[] } }) => http.paths);
    return paths.map(({ backend: { service } }: { backend: { service: { name: string; port: object } } }) => ({
      name: service.name,
      port: Object.values(service.port)[0],
    }));
  }

  describe.each([...OVERLAYS, 'nats'])('in %s, names resolve:', (folder) => {
    const objects = render(folder);
    const pods = ofKind(objects, 'Deployment', 'Job', 'CronJob');
    const selected = (own: KubernetesObject, labels: Labels) =>
      pods.filter(
        ({ metadata, ...object }) =>
          metadata.namespace === own.metadata.namespace &&
          Object.entries(labels).every(([key, value]) => podOf({ metadata, ...object }).labels[key] === value),
      );

    it('a Service has pods of one kind, which have the port', () => {
      for (const service of ofKind(objects, 'Service')) {
        const behind = selected(service, service.spec.selector);
        expect([service.metadata.name, behind.length]).toEqual([service.metadata.name, 1]);
        const names = behind.flatMap((object) => containerOf(object).ports ?? []);
        for (const { targetPort } of service.spec.ports)
          expect(names.flatMap(({ name, containerPort }) => [name, containerPort])).toContain(targetPort);
      }
    });

    it('a request has one entry, with an existing Service and port', () => {
      expect(new Set(ofKind(objects, 'Ingress', 'HTTPRoute').map(({ kind }) => kind)).size).toBeLessThanOrEqual(1);
      for (const { name, port } of ofKind(objects, 'Ingress', 'HTTPRoute').flatMap(backendsOf)) {
        const ports: { name: string; port: number }[] = getObject(objects, 'Service', name).spec.ports;
        expect(ports.flatMap((each) => [each.name, each.port])).toContain(port);
      }
    });

    it('a NetworkPolicy has pods', () => {
      const without = ofKind(objects, 'NetworkPolicy')
        .filter(({ spec }) => spec.podSelector.matchLabels && !spec.podSelector.matchExpressions)
        .filter((policy) => selected(policy, policy.spec.podSelector.matchLabels).length === 0);
      expect(without.map(({ metadata }) => metadata.name)).toEqual(folder === 'nats' ? ['nats'] : []);
    });

    it('an image has a version', () => {
      const images = pods.map((object) => containerOf(object).image);
      expect(images.filter((image) => !/:(\d+\.\d+\.\d+|local)$|@sha256:/.test(image))).toEqual([]);
    });

    it('a job ends', () => {
      for (const { metadata, spec } of ofKind(objects, 'Job'))
        expect([metadata.name, spec.backoffLimit > 0, spec.template.spec.restartPolicy]).toEqual([
          metadata.name,
          true,
          expect.stringMatching(/^(Never|OnFailure)$/),
        ]);
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
