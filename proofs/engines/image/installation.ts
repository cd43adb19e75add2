import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getObject, type KubernetesObject, ofKind } from '../../../test/support/deploy/kubernetes.ts';
import { render } from '../../../test/support/deploy/render.ts';
import type { Buildah } from '../../../test/support/image/buildah.ts';
import { buildDataImages } from './data-images.ts';
import { answers, createDatabases, natsOf, newPostgresKeys, postgresOf, superuserUrl } from './data-servers.ts';
import { documentedSecrets } from './documented-secrets.ts';
import { KubePlay, type Pod } from './kube-play.ts';
import { type Output, Podman } from './podman.ts';
import { restoreDrillOf, restoreNow } from './restore-drill.ts';

/** The processes, each after those that it calls: fewer of them start at once than a cluster would start. */
const GROUPS = [
  ['directory', 'locations'],
  ['identity', 'curricula', 'scheduling', 'timetracking', 'webhooks', 'activity'],
  ['gateway', 'console'],
];
export const DEPLOYMENTS = GROUPS.flat();

/** An installation on this machine's podman, as docs/deployment.md describes it for a test machine. */
export class Installation {
  readonly podman: Podman;
  readonly cluster: KubePlay;
  readonly #objects: readonly KubernetesObject[];
  readonly #folder: string;
  readonly #password: string;
  #session: Pod | undefined;

  private constructor(
    { podman, cluster }: Pick<Installation, 'podman' | 'cluster'>,
    objects: readonly KubernetesObject[],
    folder: string,
    password: string,
  ) {
    this.podman = podman;
    this.cluster = cluster;
    this.#objects = objects;
    this.#folder = folder;
    this.#password = password;
  }

  /**
   * Starts PostgreSQL and NATS, runs all jobs, then starts the processes.
   * @param buildah has the images, and the folder for all files
   * @param nats the program of a NATS server
   */
  static async start(buildah: Buildah, targets: readonly string[], nats: string): Promise<Installation> {
    const folder = join(buildah.folder, 'pods');
    await mkdir(folder);
    const podman = await Podman.prepare(folder, buildah.storage);
    await buildDataImages(buildah, nats, folder);
    for (const target of targets) await podman.run('tag', `localhost/${target}`, `localhost/lyceum-${target}:local`);
    const keys = newPostgresKeys();
    const secrets = documentedSecrets(keys.ca);
    const rendered = ['postgres-local', 'nats-local', 'overlays/local'].flatMap((each) => render(each));
    const drill = restoreDrillOf(rendered);
    const servers = [getObject(rendered, 'Cluster', 'lyceum-postgres'), drill.scratchServer].map((each) =>
      postgresOf(each, keys, secrets, join(folder, each.metadata.name)),
    );
    const data = [...(await Promise.all(servers)).flat(), ...(await natsOf(secrets, join(folder, 'nats')))];
    const objects = [...rendered, ...data, drill.job];
    const files = join(folder, 'files');
    await mkdir(files);
    const cluster = await KubePlay.start(podman, objects, secrets, files);
    const installation = new Installation({ podman, cluster }, objects, folder, keys.password);
    try {
      await installation.#start(secrets);
      return installation;
    } catch (error) {
      await installation.remove();
      throw error;
    }
  }

  async #start(secrets: ReturnType<typeof documentedSecrets>): Promise<void> {
    await Promise.all(['lyceum-postgres', 'nats'].map((name) => this.cluster.deploy(this.deployment(name))));
    await createDatabases(this.#objects, secrets, this.#urlOf('lyceum-postgres'));
    for (const { metadata } of ofKind(this.#objects, 'Job')) await this.runJob(metadata.name);
    for (const names of GROUPS) await Promise.all(names.map((name) => this.cluster.deploy(this.deployment(name))));
  }

  deployment(name: string): KubernetesObject {
    return getObject(this.#objects, 'Deployment', name);
  }

  /**
   * Throws if the job fails. Start none beside it: with several at once, a name was not found. Podman rewrites the DNS
   * server's file of names when a pod ends, perhaps while it is read.
   */
  async runJob(name: string): Promise<void> {
    const { code, stdout, stderr } = await this.cluster.runJob(getObject(this.#objects, 'Job', name));
    if (code !== 0) throw new Error(`the job ${name} ended with ${code}: ${stdout}${stderr}`);
  }

  /** Restores a backup of now into the scratch server, as its operator does, and runs the pod of the restore drill. */
  async drill(): Promise<Output> {
    const [production, scratch] = ['lyceum-postgres', 'restore-drill'].map((name) => join(this.#folder, name));
    await restoreNow(this.#urlOf('lyceum-postgres'), production ?? '', scratch ?? '');
    await this.cluster.deploy(this.deployment('restore-drill'));
    await answers(this.#urlOf('restore-drill'));
    return this.cluster.runJob(getObject(this.#objects, 'CronJob', 'restore-drill'));
  }

  #urlOf(server: string): string {
    return superuserUrl(this.cluster.podOf(server).address, this.#password);
  }

  /** Runs `lyceum` in an operator's session. Returns its output; throws if it fails. */
  async lyceum(args: readonly string[], input = ''): Promise<string> {
    this.#session ??= await this.cluster.play(getObject(this.#objects, 'CronJob', 'operator'));
    const command = ['/nodejs/bin/node', 'cli/main.ts', ...args];
    const { code, stdout, stderr } = await this.cluster.exec(this.#session, command, input);
    if (code !== 0) throw new Error(`lyceum ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  }

  remove(): Promise<void> {
    return this.cluster.remove();
  }
}
