import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from '../../../dev/embedded-postgres/free-port.ts';
import { portOf } from '../../support/service-process.ts';
import type { ImageTrees } from './image-tree.ts';
import { containerOf, environmentOf, getObject, type KubernetesObject, type Probe, podOf } from './kubernetes.ts';
import { probe } from './probe.ts';
import type { Sandboxed } from './sandbox.ts';

/** The values of secrets, by name and key. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A pod's process, and where its ports are on this machine. */
interface Running {
  readonly object: KubernetesObject;
  readonly process: Sandboxed;
  readonly ports: ReadonlyMap<number | string, number>;
}

/**
 * Runs what manifests say, on this machine: each pod's program from its image's tree, with the arguments and environment of its container
 * and the files of its secrets. Only ports and addresses are others: all pods share one machine here.
 */
export class Installation {
  readonly #objects: readonly KubernetesObject[];
  readonly #trees: ImageTrees;
  readonly #secrets: Secrets;
  readonly #folder: string;
  readonly #running = new Map<string, Running>();

  private constructor(objects: readonly KubernetesObject[], trees: ImageTrees, secrets: Secrets, folder: string) {
    this.#objects = objects;
    this.#trees = trees;
    this.#secrets = secrets;
    this.#folder = folder;
  }

  static async make(objects: readonly KubernetesObject[], trees: ImageTrees, secrets: Secrets): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-secrets-'));
    await chmod(folder, 0o755);
    return new Installation(objects, trees, secrets, folder);
  }

  /** Runs a job to its end. */
  async runJob(object: KubernetesObject, more: Readonly<Record<string, string>> = {}): Promise<Sandboxed> {
    const env = { ...(await this.#environmentOf(object)), ...more };
    const job = this.#trees.spawn(targetOf(object), containerOf(object).args ?? [], env);
    await job.program.exited;
    return job;
  }

  /** Starts the one pod of a Deployment; resolves when its process says that it is ready. */
  async start(name: string): Promise<void> {
    const object = getObject(this.#objects, 'Deployment', name);
    const env = await this.#environmentOf(object);
    const health = 'GRPC_HEALTH_PORT' in env ? { GRPC_HEALTH_PORT: String(await findFreePort(null)) } : {};
    const places = { GRPC_PORT: '0', PORT: '0', METRICS_PORT: '0', ...health };
    const process = this.#trees.spawn(targetOf(object), containerOf(object).args ?? [], { ...env, ...places });
    const ports = new Map<number | string, number>();
    this.#running.set(name, { object, process, ports });
    const own = await portOf(process.program);
    for (const { name: port, containerPort } of containerOf(object).ports ?? []) {
      const real = port === 'health' ? Number(health.GRPC_HEALTH_PORT) : own;
      ports.set(port, real).set(containerPort, real);
    }
  }

  processOf(name: string): Sandboxed {
    return this.#get(name).process;
  }

  /** Where a process answers gRPC or HTTP on this machine. */
  portOf(name: string): number {
    const { ports } = this.#get(name);
    return ports.get('grpc') ?? ports.get('http') ?? Number.NaN;
  }

  /** The answer to one of a container's probes. */
  probe(name: string, which: 'startupProbe' | 'livenessProbe' | 'readinessProbe'): Promise<boolean> {
    const { object, ports } = this.#get(name);
    return probe(containerOf(object)[which] as Probe, (port) => ports.get(port) ?? Number.NaN);
  }

  /** Ends everything at once. */
  async remove(): Promise<void> {
    for (const { process } of this.#running.values()) {
      if (process.program.isRunning) process.program.kill('SIGKILL');
      await process.program.exited;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  #get(name: string): Running {
    const running = this.#running.get(name);
    if (!running) throw new Error(`${name} was not started`);
    return running;
  }

  /** The environment of an object's container, with the secrets that it mounts as files of this machine. */
  async #environmentOf(object: KubernetesObject): Promise<Record<string, string>> {
    const root = join(this.#folder, object.metadata.name);
    await this.#mountSecrets(object, root);
    const said = Object.entries(environmentOf(containerOf(object), this.#objects));
    return Object.fromEntries(said.map(([name, value]) => [name, this.#here(value, root)]));
  }

  #here(value: string, root: string): string {
    if (value.startsWith('/secrets/')) return root + value;
    const [, service] = /^(?:dns:\/\/\/)?([a-z]+):9090$/.exec(value) ?? [];
    return service === undefined ? value : `127.0.0.1:${this.portOf(service)}`;
  }

  async #mountSecrets(object: KubernetesObject, root: string): Promise<void> {
    const { spec } = podOf(object);
    for (const { name, mountPath } of containerOf(object).volumeMounts ?? []) {
      const { secretName = '', optional } = spec.volumes?.find((volume) => volume.name === name)?.secret ?? {};
      const values = this.#secrets[secretName];
      if (!values && !optional)
        throw new Error(`${object.metadata.name} mounts the secret ${secretName}, which is none`);
      for (const [key, value] of Object.entries(values ?? {})) {
        const file = join(root, mountPath, key);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, value);
      }
    }
  }
}

/** The target of the Dockerfile that an object's image is: `lyceum-directory`, `images.lyceum.example/directory:4.3.0`. */
function targetOf(object: KubernetesObject): string {
  const [name = ''] = containerOf(object).image.split('/').at(-1)?.split(':') ?? [];
  return name.replace(/^lyceum-/, '');
}
