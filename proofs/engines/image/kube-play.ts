import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  containerOf,
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
import { type NamedPod, portOf, ServiceNames } from './service-names.ts';

/** A pod that was started. */
export interface Pod extends NamedPod {
  /** Its one container. */
  readonly container: string;
  isReady: boolean;
  /** Aborted when the pod is to end. */
  readonly leaving: AbortController;
}

/**
 * Runs the pods of rendered manifests with `podman kube play`, from their templates (`podManifest`). What a cluster
 * does and kube play (podman 4.3) does not, this does, and nothing else:
 *
 * - Deployments are replaced pod by pod, each when the new one is ready: kube play can only remove all first.
 * - Jobs, and sessions of a CronJob: kube play has neither.
 * - Services: podman's DNS server names pods from their start to their end. Here it names those that are ready, and a
 *   Service that is not headless has an address of its own (`ServiceProxy`).
 * - Startup and readiness probes: kube play ignores them, and those with gRPC.
 * - `preStop` and the grace period, which kube play ignores.
 */
export class KubePlay {
  readonly #podman: Podman;
  readonly #around: PodSurroundings;
  readonly #network = `lyceum-${randomBytes(4).toString('hex')}`;
  readonly #pods = new Set<Pod>();
  readonly #names: ServiceNames;
  #started = 0;
  /** One change of pods and names at a time: podman writes the file of names, too. */
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(podman: Podman, around: PodSurroundings) {
    this.#podman = podman;
    this.#around = around;
    this.#names = new ServiceNames(podman, this.#network, ofKind(around.objects, 'Service'));
  }

  /** @param folder an empty folder for the files of Secrets */
  static async start(podman: Podman, objects: readonly KubernetesObject[], secrets: Secrets, folder: string) {
    const cluster = new KubePlay(podman, { objects, secrets, folder });
    await podman.run('network', 'create', cluster.#network);
    return cluster;
  }

  /** The one pod of a workload. */
  podOf(name: string): Pod {
    const [pod, ...more] = this.podsOf(name);
    if (!pod || more.length > 0) throw new Error(`${name} has not one pod`);
    return pod;
  }

  /** The pods of a workload that are not ending. */
  podsOf(name: string): Pod[] {
    return [...this.#pods].filter(({ object, leaving }) => object.metadata.name === name && !leaving.signal.aborted);
  }

  /** Starts the pods of a Deployment. Resolves when all are ready. */
  async deploy(object: KubernetesObject): Promise<void> {
    await Promise.all(Array.from({ length: object.spec.replicas }, () => this.#startReady(object)));
  }

  /** Replaces the pods of a Deployment, one at a time. Returns how the old ones ended. */
  async replace(object: KubernetesObject): Promise<Output[]> {
    const outputs: Output[] = [];
    for (const old of this.podsOf(object.metadata.name)) {
      await this.#startReady(object);
      await delay((object.spec.minReadySeconds ?? 0) * 1000);
      outputs.push(await this.end(old));
    }
    return outputs;
  }

  /** Runs the pod of a Job, or of a CronJob's next one, to its end. podman starts it again when it fails. */
  async runJob(object: KubernetesObject): Promise<Output> {
    const { backoffLimit } = object.spec.jobTemplate?.spec ?? object.spec;
    const pod = await this.play(object);
    let code: number;
    do {
      code = Number(await this.#podman.run('wait', pod.container));
    } while (code !== 0 && (await this.restartsOf(pod)) < backoffLimit);
    const { stdout, stderr } = await this.#podman.exec(['logs', pod.container]);
    await this.#remove(pod);
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

  /** How often podman has started a pod's container again. */
  async restartsOf({ container }: Pod): Promise<number> {
    return Number(await this.#podman.inspect(container, '{{.RestartCount}}'));
  }

  /** The URL of a Service of HTTP that is not headless. */
  urlOf(name: string): string {
    return this.#names.urlOf(name);
  }

  /** Ends a pod as a kubelet does: its name goes, `preStop`, SIGTERM, and SIGKILL after the grace period. */
  async end(pod: Pod): Promise<Output> {
    pod.leaving.abort();
    const { terminationGracePeriodSeconds = 30 } = podOf(pod.object).spec;
    const { seconds = 0 } = containerOf(pod.object).lifecycle?.preStop?.sleep ?? {};
    await this.#change(() => this.#publish());
    await delay(seconds * 1000);
    await this.#podman.run('stop', '--time', String(terminationGracePeriodSeconds - seconds), pod.container);
    const code = Number(await this.#podman.inspect(pod.container, '{{.State.ExitCode}}'));
    const { stdout, stderr } = await this.#podman.exec(['logs', pod.container]);
    await this.#remove(pod);
    return { code, stdout, stderr };
  }

  async remove(): Promise<void> {
    for (const { leaving } of this.#pods) leaving.abort();
    await this.#change(() => this.#podman.run('pod', 'rm', '--all', '--force', '--time', '0'));
    await this.#names.remove();
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
      const template = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
      const address = await this.#podman.inspect(infra, template);
      const container = `${name}-${containerOf(object).name}`;
      const started: Pod = { name, container, address, object, infra, isReady: false, leaving: new AbortController() };
      this.#pods.add(started);
      await this.#publish();
      return started;
    });
  }

  /** Starts a pod, and resolves when it is ready. */
  async #startReady(object: KubernetesObject): Promise<void> {
    const pod = await this.play(object);
    const { startupProbe } = containerOf(object);
    const { periodSeconds = 10, failureThreshold = 3 } = startupProbe ?? {};
    for (let failures = 0; startupProbe && !(await this.probe(pod, 'startupProbe')); failures++) {
      const restarts = await this.restartsOf(pod);
      if (failures >= failureThreshold || restarts >= RESTARTS) {
        const { stdout, stderr } = await this.#podman.exec(['logs', '--tail', '5', pod.container]);
        throw new Error(`${pod.name} does not start, after ${restarts} restarts: ${stdout}${stderr}`);
      }
      await delay(periodSeconds * 1000);
    }
    this.#watch(pod).catch(() => undefined);
    const { progressDeadlineSeconds = 600 } = object.spec;
    await until(`readiness of ${pod.name}`, () => pod.isReady, progressDeadlineSeconds * 1000);
  }

  /** Keeps the readiness of a pod current, and the names with it. */
  async #watch(pod: Pod): Promise<void> {
    const { readinessProbe } = containerOf(pod.object);
    const { periodSeconds = 10, failureThreshold = 3 } = readinessProbe ?? {};
    for (let failures = 0; !pod.leaving.signal.aborted; ) {
      failures = !readinessProbe || (await this.probe(pod, 'readinessProbe')) ? 0 : failures + 1;
      const isReady = failures === 0 || (pod.isReady && failures < failureThreshold);
      if (isReady !== pod.isReady) {
        pod.isReady = isReady;
        await this.#change(() => this.#publish());
      }
      await delay(isReady ? periodSeconds * 1000 : 500, undefined, { signal: pod.leaving.signal }).catch(
        () => undefined,
      );
    }
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Names the pods that are not leaving. */
  #publish(): Promise<void> {
    return this.#names.publish([...this.#pods].filter(({ leaving }) => !leaving.signal.aborted));
  }

  async #remove(pod: Pod): Promise<void> {
    await this.#change(async () => {
      this.#pods.delete(pod);
      await this.#podman.run('pod', 'rm', '--force', '--time', '0', pod.name);
    });
  }
}

/** How often a pod may end before it counts as one that does not start. */
const RESTARTS = 3;
