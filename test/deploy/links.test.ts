import { describe, expect, it } from 'vitest';
import { containerOf, getObject, type KubernetesObject, ofKind, podOf } from '../support/deploy/kubernetes.ts';
import { describeRendered, render } from '../support/deploy/render.ts';

describeRendered('the links between manifests', () => {
  const FOLDERS = ['overlays/local', 'overlays/production', 'overlays/ingress-nginx', 'nats'];

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

  describe.each(FOLDERS)('in %s, names resolve:', (folder) => {
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
});
