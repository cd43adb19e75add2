import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  containerOf,
  getObject,
  type KubernetesObject,
  ofKind,
  type ProbeName,
  podOf,
} from '../../../test/support/deploy/kubernetes.ts';
import { probe } from '../../../test/support/deploy/probe.ts';
import { until } from '../../../test/support/until.ts';
import type { Secrets } from './documented-secrets.ts';
import { type PodSurroundings, podManifest } from './pod-manifest.ts';
import type { Output, Podman } from './podman.ts';

const run = promisify(execFile);

/** A pod that was started. */
export interface Pod {
  readonly name: string;
  /** Its one container. */
  readonly container: string;
  readonly address: string;
  readonly object: KubernetesObject;
  /** The container that holds the network, by which the DNS server knows the pod. */
  readonly infra: string;
  isReady: boolean;
}

/**
 * Runs the pods of rendered manifests with `podman kube play`, from their templates (`podManifest`). What a cluster
 * does and kube play (podman 4.3) does not, this does, and nothing else:
 *
 * - Jobs, and sessions of a CronJob: kube play has neither.
 * - Services: podman's DNS server knows pods by their own names. Here it knows those that are ready by their Services'.
 * - Startup and readiness probes: kube play ignores them, and those with gRPC.
 */
export class KubePlay {
  readonly #podman: Podman;
  readonly #around: PodSurroundings;
  readonly #network = `lyceum-${randomBytes(4).toString('hex')}`;
  readonly #pods = new Set<Pod>();
  #started = 0;
  /** One change of pods and names at a time: podman writes the file of names, too. */
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(podman: Podman, around: PodSurroundings) {
    this.#podman = podman;
    this.#around = around;
  }

  /** @param folder an empty folder for the files of Secrets */
  static async start(podman: Podman, objects: readonly KubernetesObject[], secrets: Secrets, folder: string) {
    const cluster = new KubePlay(podman, { objects, secrets, folder });
    await podman.run('network', 'create', cluster.#network);
    return cluster;
  }

  /** The one pod of a workload. */
  podOf(name: string): Pod {
    const [pod, ...more] = [...this.#pods].filter(({ object }) => object.metadata.name === name);
    if (!pod || more.length > 0) throw new Error(`${name} has not one pod`);
    return pod;
  }

  /** Starts the pod of a Deployment. Resolves when it is ready. */
  async deploy(object: KubernetesObject): Promise<void> {
    const pod = await this.play(object);
    for (const name of ['startupProbe', 'readinessProbe'] as const) {
      const passes = async () => (await this.probe(pod, name)) || delay(PERIOD_MS, false);
      await until(`the ${name} of ${pod.name}`, passes, STARTED_MS).catch(async ({ message }: Error) => {
        const { stdout, stderr } = await this.#podman.exec(['logs', '--tail', '5', pod.container]);
        throw new Error(`${message}: ${stdout}${stderr}`);
      });
    }
    pod.isReady = true;
    await this.#change(() => this.#publish());
  }

  /** Runs the pod of a Job to its end. podman starts it again when it fails. */
  async runJob(object: KubernetesObject): Promise<Output> {
    const pod = await this.play(object);
    const restarts = async () => Number(await this.#podman.inspect(pod.container, '{{.RestartCount}}'));
    let code: number;
    do {
      code = Number(await this.#podman.run('wait', pod.container));
    } while (code !== 0 && (await restarts()) < object.spec.backoffLimit);
    const { stdout, stderr } = await this.#podman.exec(['logs', pod.container]);
    await this.#change(async () => {
      this.#pods.delete(pod);
      await this.#podman.run('pod', 'rm', '--force', '--time', '0', pod.name);
    });
    return { code, stdout, stderr };
  }

  /** Runs a command in a pod, as `kubectl exec` does. */
  exec({ container }: Pod, command: readonly string[], input = ''): Promise<Output> {
    return this.#podman.exec(['exec', '--interactive', container, ...command], input);
  }

  /** The result of one of a pod's probes. */
  probe({ object, address }: Pod, name: ProbeName): Promise<boolean> {
    const { [name]: asked } = containerOf(object);
    if (!asked) throw new Error(`${object.metadata.name} has no ${name}`);
    return probe(asked, (port) => `${address}:${portOf(object, port)}`);
  }

  /** The URL of the pod behind a Service of HTTP. */
  urlOf(name: string): string {
    const { address, object } = this.podOf(name);
    const [{ targetPort }] = getObject(this.#around.objects, 'Service', name).spec.ports;
    return `http://${address}:${portOf(object, targetPort)}`;
  }

  /** The address of this machine for pods. */
  machine(): Promise<string> {
    const template = '{{range .Subnets}}{{.Gateway}}{{end}}';
    return this.#podman.run('network', 'inspect', '--format', template, this.#network);
  }

  async remove(): Promise<void> {
    await this.#change(() => this.#podman.run('pod', 'rm', '--all', '--force', '--time', '0'));
    // podman leaves the names.
    await rm(join(NAMES, this.#network), { force: true });
    await this.#podman.run('network', 'rm', this.#network);
  }

  /** Starts a pod of an object's template. */
  async play(object: KubernetesObject): Promise<Pod> {
    const name = `${object.metadata.name}-${++this.#started}`;
    const file = join(this.#around.folder, `${name}.yaml`);
    await writeFile(file, await podManifest(object, name, this.#around));
    return this.#change(async () => {
      await this.#podman.run('kube', 'play', '--network', this.#network, file);
      const infra = await this.#podman.run('pod', 'inspect', '--format', '{{.InfraContainerID}}', name);
      const address = await this.#podman.inspect(infra, '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}');
      const container = `${name}-${containerOf(object).name}`;
      const started: Pod = { name, container, address, object, infra, isReady: false };
      this.#pods.add(started);
      await this.#publish();
      return started;
    });
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Tells the DNS server, aardvark, the names of the pods, and of the Services of those that are ready. */
  async #publish(): Promise<void> {
    const services = ofKind(this.#around.objects, 'Service');
    const lines = [...this.#pods].map((pod) => {
      const own = pod.isReady ? services.filter((service) => selects(service, pod.object)) : [];
      const names = own.map(({ metadata }) => `${metadata.name}.${metadata.namespace}`);
      return `${pod.infra} ${pod.address}  ${[pod.name, ...names].join()}`;
    });
    const file = join(NAMES, this.#network);
    const [listening = ''] = (await readFile(file, 'utf8')).split('\n');
    const writing = run('flock', [LOCK, 'sh', '-c', WRITE, DRAFT, file, join(NAMES, 'aardvark.pid')]);
    writing.child.stdin?.end(`${[listening, ...lines].join('\n')}\n`);
    await writing;
  }
}

function selects({ metadata, spec }: KubernetesObject, object: KubernetesObject): boolean {
  const { labels } = podOf(object);
  const wanted = Object.entries(spec.selector);
  return metadata.namespace === object.metadata.namespace && wanted.every(([name, value]) => labels[name] === value);
}

/** The number of a container's port, by number or name. */
function portOf(object: KubernetesObject, port: number | string): number {
  const named = containerOf(object).ports?.find(({ name }) => name === port);
  return named?.containerPort ?? Number(port);
}

const PERIOD_MS = 1_000;
const STARTED_MS = 600_000;
/** Where podman tells its DNS server the names: a line for each container with its addresses and its names. */
const NAMES = '/run/containers/networks/aardvark-dns';
/** podman writes the names of a pod, and removes them, whenever the pod starts and ends. */
const LOCK = '/run/containers/networks/aardvark.lock';
const DRAFT = '/run/containers/networks/lyceum-names';
/** The DNS server ends when it finds half a file. */
const WRITE = 'cat >"$0" && mv "$0" "$1" && kill -HUP "$(cat "$2")"';
