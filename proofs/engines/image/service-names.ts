import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { containerOf, type KubernetesObject, podOf } from '../../../test/support/deploy/kubernetes.ts';
import type { Podman } from './podman.ts';
import { ServiceProxy } from './service-proxy.ts';

const run = promisify(execFile);

/** What a Service knows of a pod. */
export interface NamedPod {
  readonly name: string;
  readonly address: string;
  readonly object: KubernetesObject;
  /** The container that holds the network, by which the DNS server knows the pod. */
  readonly infra: string;
  readonly isReady: boolean;
}

/** The Services of a podman network: answers of its DNS server, aardvark, and a proxy for each that is not headless. */
export class ServiceNames {
  readonly #podman: Podman;
  readonly #network: string;
  readonly #services: readonly KubernetesObject[];
  readonly #addresses = new Map<KubernetesObject, string>();
  readonly #proxies: ServiceProxy[] = [];
  #pods: readonly NamedPod[] = [];

  constructor(podman: Podman, network: string, services: readonly KubernetesObject[]) {
    this.#podman = podman;
    this.#network = network;
    this.#services = services;
  }

  /** The address of a Service that is not headless, and the port that it has. */
  urlOf(name: string): string {
    const service = this.#services.find(({ metadata }) => metadata.name === name);
    const address = service && this.#addresses.get(service);
    if (!address) throw new Error(`the Service ${name} has no address`);
    return `http://${address}:${service.spec.ports[0].port}`;
  }

  /** Names these pods, at least one: by their own names, and by those of Services if they are ready. */
  async publish(pods: readonly NamedPod[]): Promise<void> {
    this.#pods = pods;
    const lines: string[] = [];
    for (const service of this.#services.filter(({ spec }) => spec.clusterIP !== 'None')) {
      const name = nameOf(service);
      lines.push(`${name} ${await this.#addressOf(service)}  ${name}`);
    }
    for (const pod of pods) {
      const headless = this.#services.filter(({ spec }) => spec.clusterIP === 'None');
      const names = headless.filter((service) => this.#readyPodsOf(service).includes(pod)).map(nameOf);
      lines.push(`${pod.infra} ${pod.address}  ${[pod.name, ...names].join()}`);
    }
    const file = join(NAMES, this.#network);
    const [listening = ''] = (await readFile(file, 'utf8')).split('\n');
    const writing = run('flock', [LOCK, 'sh', '-c', WRITE, DRAFT, file, join(NAMES, 'aardvark.pid')]);
    writing.child.stdin?.end(`${[listening, ...lines].join('\n')}\n`);
    await writing;
  }

  /** Ends the proxies, and the names, which podman leaves. */
  async remove(): Promise<void> {
    for (const proxy of this.#proxies) proxy.close();
    await rm(join(NAMES, this.#network), { force: true });
  }

  /** Adds an address to the network's bridge, which exists as long as a pod does: the last ones, pods get the first. */
  async #addressOf(service: KubernetesObject): Promise<string> {
    const known = this.#addresses.get(service);
    if (known) return known;
    const template = '{{.NetworkInterface}} {{range .Subnets}}{{.Gateway}}{{end}}';
    const found = await this.#podman.run('network', 'inspect', '--format', template, this.#network);
    const [bridge = '', gateway = ''] = found.split(' ');
    const address = gateway.replace(/\d+$/, String(LAST - this.#addresses.size));
    await run('ip', ['address', 'add', `${address}/32`, 'dev', bridge]);
    this.#addresses.set(service, address);
    for (const { port, targetPort } of service.spec.ports) {
      const endpoints = () =>
        this.#readyPodsOf(service).map((pod) => ({ host: pod.address, port: portOf(pod.object, targetPort) }));
      this.#proxies.push(await ServiceProxy.start({ host: address, port }, endpoints));
    }
    return address;
  }

  #readyPodsOf({ metadata, spec }: KubernetesObject): NamedPod[] {
    return this.#pods.filter(
      ({ object, isReady }) =>
        isReady &&
        object.metadata.namespace === metadata.namespace &&
        Object.entries(spec.selector).every(([label, value]) => podOf(object).labels[label] === value),
    );
  }
}

/** The number of a container's port, by number or name. */
export function portOf(object: KubernetesObject, port: number | string): number {
  const named = containerOf(object).ports?.find(({ name }) => name === port);
  return named?.containerPort ?? Number(port);
}

function nameOf({ metadata: { name, namespace } }: KubernetesObject): string {
  return `${name}.${namespace}`;
}

/** Where podman tells its DNS server the names: a line for each container with its addresses and its names. */
const NAMES = '/run/containers/networks/aardvark-dns';
/** podman writes the names of a pod, and removes them, whenever the pod starts and ends. */
const LOCK = '/run/containers/networks/aardvark.lock';
const DRAFT = '/run/containers/networks/lyceum-names';
/** The DNS server ends when it finds half a file. */
const WRITE = 'cat >"$0" && mv "$0" "$1" && kill -HUP "$(cat "$2")"';
/** The last address of the networks that podman makes, which have 256. */
const LAST = 254;
