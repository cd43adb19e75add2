import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KubernetesObject, PodSpec, ProjectedSecret } from '../../../test/support/deploy/kubernetes.ts';
import { podOf } from '../../../test/support/deploy/kubernetes.ts';
import type { Secrets } from './documented-secrets.ts';

type Volume = NonNullable<PodSpec['volumes']>[number];

/**
 * Writes the files of a pod's volume, for its group alone as a kubelet does.
 * @param folder an empty folder
 * @throws if a Secret is missing that is not optional
 */
export async function writeSecretVolume(
  object: KubernetesObject,
  { secret, projected }: Volume,
  secrets: Secrets,
  folder: string,
): Promise<void> {
  const { name, namespace } = object.metadata;
  const { fsGroup = 0 } = podOf(object).spec.securityContext ?? {};
  const sources: Partial<ProjectedSecret>[] = projected?.sources.map((source) => source.secret) ?? [
    { ...secret, name: secret.secretName },
  ];
  await mkdir(folder);
  for (const { name: secretName, optional, items } of sources) {
    const values = secrets.get(`${namespace}/${secretName}`);
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
}
