import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import {
  containerOf,
  environmentOf,
  getObject,
  type KubernetesObject,
  type Probe,
  type ProjectedSecret,
  podOf,
} from '../deploy/kubernetes.ts';
import { probe } from '../deploy/probe.ts';
import { portOf } from '../process/service-process.ts';
import type { BuiltImages } from './built-images.ts';
import type { Sandboxed } from './sandbox.ts';

/** The values of Secrets, by name and key. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A pod's process, and its ports on this machine. */
interface Running {
  readonly object: KubernetesObject;
  readonly process: Sandboxed;
  readonly ports: ReadonlyMap<number | string, number>;
}

/**
 * Runs manifests on this machine: each pod's program from its image, with the arguments and environment of its
 * container and the files of its Secrets. Only ports and addresses differ: all pods share one machine here.
 */
export class Installation {
  readonly #objects: readonly KubernetesObject[];
  readonly #images: BuiltImages;
  readonly #secrets: Secrets;
  readonly #folder: string;
  readonly #running = new Map<string, Running>();

  private constructor(objects: readonly KubernetesObject[], images: BuiltImages, secrets: Secrets, folder: string) {
    this.#objects = objects;
    this.#images = images;
    this.#secrets = secrets;
    this.#folder = folder;
  }

  static async make(
    objects: readonly KubernetesObject[],
    images: BuiltImages,
    secrets: Secrets,
  ): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-secrets-'));
    await chmod(folder, 0o755);
    return new Installation(objects, images, secrets, folder);
  }

  /** Runs a job to completion. */
  async runJob(object: KubernetesObject, more: Readonly<Record<string, string>> = {}): Promise<Sandboxed> {
    const job = await this.#spawn(object, more);
    await job.program.exited;
    return job;
  }

  /** Starts the one pod of a Deployment; resolves when its process prints that it is ready. */
  async start(name: string): Promise<void> {
    const object = getObject(this.#objects, 'Deployment', name);
    const env = environmentOf(containerOf(object), this.#objects);
    const health = 'GRPC_HEALTH_PORT' in env ? { GRPC_HEALTH_PORT: String(await findFreePort(null)) } : {};
    const variables = { GRPC_PORT: '0', CONNECT_PORT: '0', PORT: '0', CONSOLE_PORT: '0', METRICS_PORT: '0', ...health };
    const process = await this.#spawn(object, variables);
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

  /** A process's gRPC or HTTP address on this machine. */
  portOf(name: string): number {
    const { ports } = this.#get(name);
    return ports.get('grpc') ?? ports.get('http') ?? Number.NaN;
  }

  /** The response to one of a container's probes. */
  probe(name: string, which: 'startupProbe' | 'livenessProbe' | 'readinessProbe'): Promise<boolean> {
    const { object, ports } = this.#get(name);
    return probe(containerOf(object)[which] as Probe, (port) => ports.get(port) ?? Number.NaN);
  }

  /** Kills everything. */
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

  async #spawn(object: KubernetesObject, more: Readonly<Record<string, string>>): Promise<Sandboxed> {
    const environment = Object.entries(environmentOf(containerOf(object), this.#objects));
    const env = Object.fromEntries(environment.map(([name, value]) => [name, this.#here(value)]));
    const secrets = await this.#writeSecrets(object);
    return this.#images.spawn(targetOf(object), containerOf(object).args ?? [], { ...env, ...more }, secrets);
  }

  #here(value: string): string {
    const [, service] = /^(?:dns:\/\/\/)?([a-z]+):9090$/.exec(value) ?? [];
    return service === undefined ? value : `127.0.0.1:${this.portOf(service)}`;
  }

  /** Writes the files an object mounts below /secrets, and returns the folder. */
  async #writeSecrets(object: KubernetesObject): Promise<string> {
    const root = join(this.#folder, object.metadata.name);
    await mkdir(join(root, 'secrets'), { recursive: true });
    const { spec } = podOf(object);
    for (const { name, mountPath } of containerOf(object).volumeMounts ?? []) {
      const volume = spec.volumes?.find((each) => each.name === name);
      const sources: Partial<ProjectedSecret>[] = volume?.projected
        ? volume.projected.sources.map(({ secret }) => secret)
        : [{ name: volume?.secret.secretName ?? '', optional: volume?.secret.optional ?? false }];
      for (const { name: secretName = '', optional, items } of sources) {
        const values = this.#secrets[secretName];
        if (!values && !optional)
          throw new Error(`${object.metadata.name} mounts the secret ${secretName}, which is none`);
        for (const { key, path } of items ?? Object.keys(values ?? {}).map((each) => ({ key: each, path: each }))) {
          if (values?.[key] === undefined) continue;
          const file = join(root, mountPath, path);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, values[key]);
        }
      }
    }
    return join(root, 'secrets');
  }
}

/** The Dockerfile target of an object's image: `lyceum-directory`, `images.lyceum.example/directory:4.3.0`. */
function targetOf(object: KubernetesObject): string {
  const [name = ''] = containerOf(object).image.split('/').at(-1)?.split(':') ?? [];
  return name.replace(/^lyceum-/, '');
}
