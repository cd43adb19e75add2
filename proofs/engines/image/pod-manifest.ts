import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  containerOf,
  type KubernetesObject,
  ofKind,
  type PodSpec,
  type ProjectedSecret,
  podOf,
} from '../../../test/support/deploy/kubernetes.ts';
import type { Secrets } from './documented-secrets.ts';

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
 *   missing or not optional, and ignores `projected` and `fsGroup`.
 * - A name without a dot is a Service of the pod's own namespace.
 * - It leaves out what kube play takes for something else: `ports` (it publishes them on the machine, where they are
 *   taken), liveness probes (it starts `curl` in the container, by timers of systemd), and requested memory (it makes
 *   it a soft limit, which Node takes for the limit).
 */
export async function podManifest(object: KubernetesObject, name: string, around: PodSurroundings): Promise<string> {
  const { labels, spec } = podOf(object);
  const volumes = await Promise.all((spec.volumes ?? []).map((each) => mount(object, each, name, around)));
  const { ports, startupProbe, livenessProbe, readinessProbe, lifecycle, resources, ...own } = containerOf(object);
  const container = { ...own, resources: { limits: resources?.limits } };
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

type Volume = NonNullable<PodSpec['volumes']>[number];

/** A volume of Secrets as a folder of this machine, for the pod's group alone; others as they are. */
async function mount(object: KubernetesObject, volume: Volume, name: string, around: PodSurroundings): Promise<object> {
  const { secret, projected } = volume;
  if (!secret && !projected) return volume;
  const folder = join(around.folder, `${name}-${volume.name}`);
  const { fsGroup = 0 } = podOf(object).spec.securityContext ?? {};
  const sources: Partial<ProjectedSecret>[] = projected?.sources.map((source) => source.secret) ?? [
    { ...secret, name: secret.secretName },
  ];
  await mkdir(folder);
  for (const { name: secretName, optional, items } of sources) {
    const values = around.secrets.get(`${object.metadata.namespace}/${secretName}`);
    if (!values && !optional) throw new Error(`${name} mounts the secret ${secretName}, which is none`);
    for (const { key, path } of items ?? Object.keys(values ?? {}).map((each) => ({ key: each, path: each }))) {
      const value = values?.[key];
      if (value === undefined && optional) continue;
      if (value === undefined) throw new Error(`${name} mounts ${key} of ${secretName}, which does not have it`);
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, value, { mode: 0o440 });
      await chown(file, 0, Number(fsGroup));
    }
  }
  await chmod(folder, 0o755);
  return { name: volume.name, hostPath: { path: folder, type: 'Directory' } };
}
