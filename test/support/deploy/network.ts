import ipaddr from 'ipaddr.js';
import { type KubernetesObject, ofKind, podOf } from './kubernetes.ts';

type Labels = Readonly<Record<string, string>>;

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values: string[] }[];
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  /** Addresses outside the cluster. */
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports: readonly { readonly protocol: string; readonly port: number; readonly endPort?: number }[];
}

/** A pod in policies. */
export interface Endpoint {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
}

const NAMESPACE_LABEL = 'kubernetes.io/metadata.name';

/** The connections the NetworkPolicies of one namespace allow. */
export class Network {
  readonly #policies: readonly KubernetesObject[];

  constructor(objects: readonly KubernetesObject[]) {
    this.#policies = ofKind(objects, 'NetworkPolicy');
  }

  /** The pods of workload objects. */
  static endpointsOf(objects: readonly KubernetesObject[]): Endpoint[] {
    return ofKind(objects, 'Deployment', 'Job', 'CronJob').map((object) => ({
      name: object.metadata.name,
      namespace: object.metadata.namespace ?? '',
      labels: podOf(object).labels,
    }));
  }

  /** Whether a pod is denied everything not explicitly allowed, in and out. */
  denies(pod: Endpoint): boolean {
    return ['Ingress', 'Egress'].every((type) => this.#of(pod, type).length > 0);
  }

  /** Whether a pod's own policies allow connections to another's port. */
  lets(from: Endpoint, to: Endpoint, port: number): boolean {
    return this.#allows('Egress', from, to, port);
  }

  /** Whether a pod accepts connections from another at its port. */
  takes(to: Endpoint, from: Endpoint, port: number): boolean {
    return this.#allows('Ingress', to, from, port);
  }

  /** Whether a pod may open connections to an address outside the pods. */
  letsOut(from: Endpoint, address: string, port: number): boolean {
    const rules = this.#of(from, 'Egress').flatMap(({ spec }) => (spec.egress ?? []) as Rule[]);
    return rules.some(
      ({ to = [], ports }) =>
        ports.some((each) => each.port <= port && port <= (each.endPort ?? each.port)) &&
        to.some(
          ({ ipBlock }) =>
            ipBlock && isIn(address, ipBlock.cidr) && !ipBlock.except?.some((part) => isIn(address, part)),
        ),
    );
  }

  #allows(type: 'Ingress' | 'Egress', own: Endpoint, other: Endpoint, port: number): boolean {
    const rules = this.#of(own, type).flatMap(
      ({ spec }) => ((type === 'Ingress' ? spec.ingress : spec.egress) ?? []) as Rule[],
    );
    return rules.some((rule) => {
      const peers = (type === 'Ingress' ? rule.from : rule.to) ?? [];
      return rule.ports.some((each) => each.port === port) && peers.some((peer) => isMeant(peer, other, own.namespace));
    });
  }

  #of(pod: Endpoint, type: string): KubernetesObject[] {
    return this.#policies.filter(
      ({ spec }) => spec.policyTypes.includes(type) && matches(spec.podSelector as Selector, pod.labels),
    );
  }
}

function isIn(address: string, block: string): boolean {
  const [parsed, cidr] = [ipaddr.parse(address), ipaddr.parseCIDR(block)];
  return parsed.kind() === cidr[0].kind() && parsed.match(cidr as never);
}

function isMeant({ podSelector, namespaceSelector, ipBlock }: Peer, pod: Endpoint, ownNamespace: string): boolean {
  if (ipBlock) return false;
  const isInNamespace = namespaceSelector
    ? matches(namespaceSelector, { [NAMESPACE_LABEL]: pod.namespace })
    : pod.namespace === ownNamespace;
  return isInNamespace && (podSelector === undefined || matches(podSelector, pod.labels));
}

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  for (const { operator } of matchExpressions)
    if (operator !== 'In') throw new Error(`no policy here says ${operator}`);
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  );
}
