import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { Authority } from '../../../test/support/calls/certificates.ts';
import { getObject, type KubernetesObject, ofKind } from '../../../test/support/deploy/kubernetes.ts';
import { render } from '../../../test/support/deploy/render.ts';
import type { Buildah } from '../../../test/support/image/buildah.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { TcpProxy } from '../../../test/support/tcp-proxy.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { UserServer } from '../../../test/support/user-server.ts';
import { documentedSecrets } from './documented-secrets.ts';
import { KubePlay, type Pod } from './kube-play.ts';
import { Podman } from './podman.ts';

/** The processes, each after those that it calls: fewer of them start at once than a cluster would start. */
const GROUPS = [
  ['directory', 'locations'],
  ['identity', 'curricula', 'scheduling', 'timetracking', 'webhooks', 'activity'],
  ['gateway', 'console'],
];
export const DEPLOYMENTS = GROUPS.flat();

/**
 * An installation on this machine's podman, as docs/deployment.md describes it for a test machine. PostgreSQL and NATS
 * run beside the pods, without TLS.
 */
export class Installation {
  readonly cluster: KubePlay;
  readonly #objects: readonly KubernetesObject[];
  #session: Pod | undefined;

  private constructor(cluster: KubePlay, objects: readonly KubernetesObject[]) {
    this.cluster = cluster;
    this.#objects = objects;
  }

  /**
   * Makes the databases, runs all jobs, then starts the processes. The test scope ends them.
   * @param buildah has the images, and the folder for all files
   */
  static async start(scope: TestScope, buildah: Buildah, targets: readonly string[]): Promise<Installation> {
    const podman = await Podman.prepare(buildah.folder, buildah.storage);
    for (const target of targets) await podman.run('tag', `localhost/${target}`, `localhost/lyceum-${target}:local`);
    const objects = ['postgres-local', 'nats-local', 'overlays/local'].flatMap((each) => render(each));
    const authority = new Authority('unused');
    const secrets = documentedSecrets(authority.issue('unused').GRPC_TLS_CA);
    authority.remove();
    const files = join(buildah.folder, 'files');
    await mkdir(files);
    const cluster = await KubePlay.start(podman, objects, secrets, files);
    scope.onClear(() => cluster.remove());
    const postgres = await UserServer.start();
    scope.onClear(() => postgres.stop());
    const nats = await TestNats.start(natsUsers);
    scope.onClear(() => nats.remove());

    const { metadata, spec } = getObject(objects, 'Cluster', 'lyceum-postgres');
    for (const { name, passwordSecret } of spec.managed.roles) {
      const own = secrets.get(`${metadata.namespace}/${passwordSecret.name}`);
      if (own?.username !== name) throw new Error(`${passwordSecret.name} is not the secret of the role ${name}`);
      await postgres.run(`CREATE ROLE ${name} LOGIN PASSWORD '${own?.password}'`);
    }
    for (const { spec } of ofKind(objects, 'Database'))
      await postgres.run(`CREATE DATABASE ${spec.name} OWNER ${spec.owner}`);

    /** Where pods reach a server of this machine. */
    const addressOf = async (url: string) => {
      const proxy = await TcpProxy.to(() => Number(new URL(url).port), '0.0.0.0');
      scope.onClear(() => proxy.close());
      return `${await cluster.machine()}:${proxy.port}`;
    };
    const [database, events] = [await addressOf(postgres.url('postgres')), await addressOf(nats.urlOf('directory'))];
    for (const values of secrets.values())
      for (const [key, value] of Object.entries(values))
        values[key] = value
          .replace(/@lyceum-postgres-rw[^/]*(\/\w+).*/, `@${database}$1`)
          .replace(/^nats:\/\/(\w+):.*/, (_, user) => nats.urlOf(user).replace(/@.*/, `@${events}`));

    // One after the other: with several at once, a name was not found. Podman rewrites the DNS server's file of names
    // when a pod ends, perhaps while it is read.
    for (const job of ofKind(objects, 'Job')) {
      const { code, stdout, stderr } = await cluster.runJob(job);
      if (code !== 0) throw new Error(`the job ${job.metadata.name} ended with ${code}: ${stdout}${stderr}`);
    }
    for (const names of GROUPS)
      await Promise.all(names.map((name) => cluster.deploy(getObject(objects, 'Deployment', name))));
    return new Installation(cluster, objects);
  }

  /** Runs `lyceum` in an operator's session. Returns its output; throws if it fails. */
  async lyceum(args: readonly string[], input = ''): Promise<string> {
    this.#session ??= await this.cluster.play(getObject(this.#objects, 'CronJob', 'operator'));
    const command = ['/nodejs/bin/node', 'cli/main.ts', ...args];
    const { code, stdout, stderr } = await this.cluster.exec(this.#session, command, input);
    if (code !== 0) throw new Error(`lyceum ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  }
}
