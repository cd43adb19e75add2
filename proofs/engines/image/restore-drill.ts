import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { containerOf, getObject, type KubernetesObject, podOf } from '../../../test/support/deploy/kubernetes.ts';
import { render } from '../../../test/support/deploy/render.ts';
import { copyAll, copyRunningCluster } from '../../../test/support/postgres/copy-cluster.ts';

/**
 * The CronJob of the restore drill, without the init containers, which ask a cluster and its operator for the scratch
 * server; and that server as they ask for it.
 * @param rendered has the command line's image, as this machine names it
 */
export function restoreDrillOf(rendered: readonly KubernetesObject[]) {
  const production = render('postgres');
  const job = structuredClone(getObject(production, 'CronJob', 'restore-drill'));
  Object.assign(podOf(job).spec, { initContainers: [] });
  Object.assign(containerOf(job), { image: containerOf(getObject(rendered, 'CronJob', 'operator')).image });
  const { namespace = '' } = job.metadata;
  const file = production.find(({ kind, metadata }) => kind === 'ConfigMap' && /^scratch-server-/.test(metadata.name));
  const { metadata, ...cluster } = parse(file?.data?.['cluster.yaml'] ?? '') as KubernetesObject;
  const scratchServer: KubernetesObject = { ...cluster, metadata: { ...metadata, namespace } };
  return { job, scratchServer };
}

/**
 * A backup of now with the write-ahead log behind it, as the archive has both, in place of an empty folder.
 * @param url of the superuser of the running server
 */
export async function restoreNow(url: string, from: string, to: string): Promise<void> {
  await rm(to, { recursive: true });
  await copyRunningCluster(url, from, to);
  await rm(join(to, 'pg_wal'), { recursive: true });
  await copyAll(join(from, 'pg_wal'), to);
}
