import { join } from 'node:path';
import {
  type Container,
  containerOf,
  type KubernetesObject,
  ofKind,
  type PodSpec,
  podOf,
} from '../../../test/support/deploy/kubernetes.ts';
import type { Secrets } from './documented-secrets.ts';
import { writeSecretVolume } from './secret-volume.ts';

/** What pods find beside their own manifests. */
export interface PodSurroundings {
  /** Has the ConfigMaps. */
  readonly objects: readonly KubernetesObject[];
  readonly secrets: Secrets;
  /** For the files of Secrets. */
  readonly folder: string;
}

/**
 * A pod of an object's template, for `podman kube play`. A kubelet does the following, and kube play (podman 4.3) does
 * not, or differently:
 *
 * - Secrets are folders of files that only the pod's group reads: kube play fails at volumes of Secrets that are
 *   missing or not optional, and ignores `projected` and `fsGroup`. Variables get their values here.
 * - A name without a dot is a Service of the pod's own namespace.
 * - It leaves out what kube play takes for something else: `ports` (it publishes them on the machine, where they are
 *   taken), liveness probes (it starts `curl` in the container, by timers of systemd), and requested memory (it makes
 *   it a soft limit, which Node takes for the limit).
 */
export async function podManifest(object: KubernetesObject, name: string, around: PodSurroundings): Promise<string> {
  const { labels, spec } = podOf(object);
  const volumes = await Promise.all((spec.volumes ?? []).map((each) => mount(object, each, name, around)));
  const { ports, startupProbe, livenessProbe, readinessProbe, lifecycle, resources, ...own } = containerOf(object);
  const container = { ...own, env: variablesOf(object, around.secrets), resources: { limits: resources?.limits } };
  const dnsConfig = { searches: [object.metadata.namespace] };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels },
    spec: { ...spec, containers: [container], volumes, dnsConfig },
  };
  // JSON is YAML, too.
  return [pod, ...ofKind(around.objects, 'ConfigMap')].map((each) => JSON.stringify(each)).join('\n---\n');
}

/** The variables of the container: `$(NAME)` is the value of one before. */
function variablesOf(object: KubernetesObject, secrets: Secrets): Container['env'] {
  const values = new Map<string, string>();
  for (const { name, value, valueFrom } of (containerOf(object).env ?? []) as readonly Variable[]) {
    const { name: secret, key } = valueFrom?.secretKeyRef ?? {};
    const found = secret ? secrets.get(`${object.metadata.namespace}/${secret}`)?.[key ?? ''] : value;
    if (found === undefined) throw new Error(`${object.metadata.name}: ${name} has no value`);
    values.set(
      name,
      found.replaceAll(/\$\((\w+)\)/g, (text, known) => values.get(known) ?? text),
    );
  }
  return [...values].map(([name, value]) => ({ name, value }));
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

type Volume = NonNullable<PodSpec['volumes']>[number];

/** A volume of Secrets as a folder of this machine; others as they are. */
async function mount(object: KubernetesObject, volume: Volume, name: string, around: PodSurroundings): Promise<object> {
  if (!volume.secret && !volume.projected) return volume;
  const path = join(around.folder, `${name}-${volume.name}`);
  await writeSecretVolume(object, volume, around.secrets, path);
  return { name: volume.name, hostPath: { path, type: 'Directory' } };
}
