import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { GRACE_MS as CONSOLE_GRACE_MS } from '../../console/config.ts';
import { services } from '../../deploy/installation/services.ts';
import { GRACE_MS } from '../../platform/process/shutdown-budget.ts';
import {
  containerOf,
  environmentOf,
  getObject,
  type KubernetesObject,
  ofKind,
  podOf,
} from '../support/deploy/kubernetes.ts';
import { describeRendered, render } from '../support/deploy/render.ts';
import { expectUnprivileged } from '../support/deploy/unprivileged.ts';
import { projectRoot } from '../support/process/program.ts';

describeRendered('the pods', () => {
  const EDGES: Readonly<Record<string, number>> = { gateway: GRACE_MS, console: CONSOLE_GRACE_MS };
  const NAMES = [...services.map(({ name }) => name), ...Object.keys(EDGES)];
  const nameOf = ({ metadata }: KubernetesObject) => metadata.name;

  /** `512Mi` in MiB, `200m` in thousandths of a CPU. */
  function quantity(text: string): number {
    const [, digits = '', unit = ''] = /^(\d+)(m|Mi|Gi)?$/.exec(text) ?? [];
    return Number(digits) * ({ m: 1, Mi: 1, Gi: 1024, '': 1000 }[unit] ?? Number.NaN);
  }

  it('the operator’s session waits for commands, and ends on SIGTERM', async () => {
    const session = getObject(render('base'), 'CronJob', 'operator');
    const [node, ...args] = containerOf(session).command ?? [];
    expect(node).toBe('/nodejs/bin/node');
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  describe.each(['base', 'overlays/local', 'overlays/production'])('%s', (folder) => {
    const objects = render(folder);
    const deployments = ofKind(objects, 'Deployment');
    const pods = [...deployments, ...ofKind(objects, 'Job', 'CronJob')];

    it('has a Deployment for each process, and a migration for each database', () => {
      expect(deployments.map(nameOf).sort()).toEqual(NAMES.toSorted());
      expect(ofKind(objects, 'Job').map(nameOf).sort()).toEqual(services.map(({ name }) => `migrate-${name}`).sort());
    });

    it.each(pods.map((object) => [nameOf(object), object] as const))('%s is unprivileged', (_, object) => {
      expectUnprivileged(object, objects);
    });

    it.each(pods.map((object) => [nameOf(object), object] as const))(
      '%s has resource requests and limits',
      (_, object) => {
        const { requests, limits } = containerOf(object).resources ?? {};
        for (const each of ['cpu', 'memory'] as const) {
          expect(quantity(requests?.[each] ?? '')).toBeGreaterThan(0);
          expect(quantity(limits?.[each] ?? '')).toBeGreaterThanOrEqual(quantity(requests?.[each] ?? ''));
        }
      },
    );

    describe.each(NAMES)('%s', (name) => {
      const object = getObject(objects, 'Deployment', name);
      const container = containerOf(object);

      it('has startup, liveness and readiness probes', () => {
        const { startupProbe, livenessProbe, readinessProbe } = container;
        if (name in EDGES) {
          expect(startupProbe?.httpGet?.path).toBe('/readyz');
          for (const each of [livenessProbe, readinessProbe]) expect(each?.httpGet?.path).toBe('/healthz');
        } else {
          const { GRPC_HEALTH_PORT } = environmentOf(container, objects);
          for (const each of [startupProbe, livenessProbe])
            expect(each?.grpc).toEqual({ port: Number(GRPC_HEALTH_PORT), service: 'liveness' });
          // Without a name: the readiness of the process.
          expect(readinessProbe?.grpc).toEqual({ port: Number(GRPC_HEALTH_PORT) });
        }
        for (const each of [startupProbe, livenessProbe, readinessProbe])
          expect(each?.timeoutSeconds).toBeGreaterThan(1);
      });

      it('has a long enough termination grace period', () => {
        const preStop = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
        expect(preStop).toBeGreaterThan(0);
        const own = (EDGES[name] ?? GRACE_MS) / 1_000;
        expect(podOf(object).spec.terminationGracePeriodSeconds).toBeGreaterThan(preStop + own);
      });

      it('is replaced without downtime, and spread over zones and hosts', () => {
        expect(object.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
        const { topologySpreadConstraints = [] } = podOf(object).spec;
        expect(topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual([
          'topology.kubernetes.io/zone',
          'kubernetes.io/hostname',
        ]);
        for (const { labelSelector } of topologySpreadConstraints)
          expect(podOf(object).labels).toMatchObject(labelSelector.matchLabels);
        expect(podOf(object).labels).toMatchObject(object.spec.selector.matchLabels);
      });
    });
  });

  describe('in production', () => {
    const objects = render('overlays/production');

    it.each(NAMES)('%s has replicas, of which at most one may be unavailable at a time', (name) => {
      const { spec } = getObject(objects, 'HorizontalPodAutoscaler', name);
      expect(spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name });
      expect(spec.minReplicas).toBeGreaterThanOrEqual(name === 'gateway' ? 3 : 2);
      // The autoscaler sets the number; one in the Deployment would reset it with every release.
      expect(getObject(objects, 'Deployment', name).spec.replicas).toBeUndefined();
      const { spec: budget } = getObject(objects, 'PodDisruptionBudget', name);
      expect(budget.maxUnavailable).toBe(1);
      expect(podOf(getObject(objects, 'Deployment', name)).labels).toMatchObject(budget.selector.matchLabels);
    });

    it('the scheduler displaces neither processes nor databases nor NATS for each other', () => {
      const { podTemplate } = parse(readFileSync(`${projectRoot}deploy/nats/values.yaml`, 'utf8'));
      const classes = [
        ...ofKind(objects, 'Deployment').map((object) => podOf(object).spec.priorityClassName),
        getObject(render('postgres'), 'Cluster', 'lyceum-postgres').spec.priorityClassName,
        podTemplate.merge.spec.priorityClassName,
      ];
      expect(new Set(classes)).toEqual(new Set(ofKind(render('cluster'), 'PriorityClass').map(nameOf)));
    });

    it('every pod may pull images with the credentials of a registry', () => {
      const accounts = [...objects, ...render('nats')].filter(({ kind }) => kind === 'ServiceAccount');
      expect(accounts.length).toBeGreaterThan(NAMES.length);
      for (const account of accounts) expect(account).toMatchObject({ imagePullSecrets: [{ name: 'lyceum-images' }] });
    });

    it('all callers know a new pod before an old one goes', () => {
      for (const name of services.map((each) => each.name))
        expect(getObject(objects, 'Deployment', name).spec.minReadySeconds).toBeGreaterThan(30 + 3);
    });

    it('images are of one release, each under its own name', () => {
      const images = ofKind(objects, 'Deployment', 'CronJob').map((object) => containerOf(object).image);
      expect(new Set(images).size).toBe(NAMES.length + 1);
      expect(new Set(images.map((image) => image.split(':')[1])).size).toBe(1);
    });

    it('certificates have the names under which processes are called', () => {
      for (const name of NAMES) {
        const { spec } = getObject(objects, 'Certificate', name);
        expect(spec.dnsNames).toContain(name);
        expect(spec.uris).toEqual([`spiffe://lyceum/${name}`]);
        expect(spec.usages).toEqual(['server auth', 'client auth']);
        const { volumes = [] } = podOf(getObject(objects, 'Deployment', name)).spec;
        expect(volumes.find((volume) => volume.name === 'tls')?.secret.secretName).toBe(spec.secretName);
        const environment = environmentOf(containerOf(getObject(objects, 'Deployment', name)), objects);
        expect(environment).toMatchObject({
          GRPC_TLS_CERT_FILE: '/secrets/tls/tls.crt',
          GRPC_TLS_KEY_FILE: '/secrets/tls/tls.key',
          GRPC_TLS_CA_FILE: '/secrets/tls/ca.crt',
        });
      }
    });

    it('the authority’s key is in no namespace of ours, and every certificate is of that authority', () => {
      const authority = render('cluster');
      const [own] = ofKind(authority, 'Certificate');
      expect(own?.metadata.namespace).toBe('cert-manager');
      const [issuer] = ofKind(authority, 'ClusterIssuer').filter(({ spec }) => spec.ca !== undefined);
      expect(issuer?.spec.ca.secretName).toBe(own?.spec.secretName);
      expect([...ofKind(objects, 'Issuer'), ...ofKind(objects, 'ClusterIssuer')]).toEqual([]);
      const certificates = ofKind(objects, 'Certificate');
      expect(certificates.map(({ metadata }) => metadata.name).sort()).toEqual([...NAMES, 'operator'].sort());
      for (const { spec } of certificates) {
        expect(spec.isCA).toBeUndefined();
        expect(spec.issuerRef).toEqual({ name: issuer?.metadata.name, kind: 'ClusterIssuer' });
      }
      expect(getObject(objects, 'Certificate', 'operator').spec.uris).toEqual(['spiffe://lyceum/operator']);
    });
  });

  describe('the databases', () => {
    const objects = render('postgres');
    const cluster = getObject(objects, 'Cluster', 'lyceum-postgres').spec;

    it('are one for each service, owned by its own role', () => {
      const roles = cluster.managed.roles as { name: string; passwordSecret: { name: string } }[];
      expect(roles.map(({ name, passwordSecret }) => [name, passwordSecret.name]).sort()).toEqual(
        services.map(({ name }) => [name, `lyceum-${name}-db`]).sort(),
      );
      expect(
        ofKind(objects, 'Database')
          .map(({ spec }) => [spec.name, spec.owner])
          .sort(),
      ).toEqual(services.map(({ name }) => [`lyceum_${name}`, name]).sort());
    });

    it('accept the connections of the maximum number of replicas', () => {
      const installation = render('overlays/production');
      const pool = Number(ofKind(installation, 'ConfigMap')[0]?.data?.DATABASE_CONNECTIONS);
      // In addition to its pool a replica has a session for the relay's lock and one that cancels statements; a release
      // adds a replica.
      const needed = services.map(({ name }) => {
        const { maxReplicas } = getObject(installation, 'HorizontalPodAutoscaler', name).spec;
        return (maxReplicas + 1) * (pool + 2);
      });
      const most = Number(cluster.postgresql.parameters.max_connections);
      // Migrations, operators, and the operator's own.
      expect(needed.reduce((sum, each) => sum + each, 0) + 20).toBeLessThanOrEqual(most);
    });

    it('are archived and copied', () => {
      const [plugin] = cluster.plugins;
      expect(plugin).toMatchObject({ isWALArchiver: true });
      expect(ofKind(objects, 'ObjectStore').map(nameOf)).toEqual([plugin.parameters.barmanObjectName]);
      expect(ofKind(objects, 'ScheduledBackup')[0]?.spec).toMatchObject({
        cluster: { name: 'lyceum-postgres' },
        method: 'plugin',
        pluginConfiguration: { name: plugin.name },
      });
    });
  });
});
