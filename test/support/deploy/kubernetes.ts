/** The parts of Kubernetes objects the tests read. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: an object of any kind; the schemas define its contents.
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly resources?: Readonly<Record<'requests' | 'limits', Readonly<Record<'cpu' | 'memory', string>>>>;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
}

export interface Probe {
  readonly grpc?: { readonly port: number; readonly service?: string };
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly timeoutSeconds?: number;
  readonly periodSeconds?: number;
  readonly failureThreshold?: number;
}

export type ProbeName = 'startupProbe' | 'livenessProbe' | 'readinessProbe';

export interface ProjectedSecret {
  readonly name: string;
  readonly items: readonly { readonly key: string; readonly path: string }[];
  readonly optional?: boolean;
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly volumes?: readonly {
    readonly name: string;
    readonly secret: { readonly secretName: string; readonly optional?: boolean };
    readonly projected?: { readonly sources: readonly { readonly secret: ProjectedSecret }[] };
  }[];
  readonly priorityClassName?: string;
  readonly serviceAccountName?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly automountServiceAccountToken?: boolean;
  readonly topologySpreadConstraints?: readonly {
    readonly topologyKey: string;
    readonly whenUnsatisfiable: string;
    readonly labelSelector: { readonly matchLabels: Readonly<Record<string, string>> };
  }[];
}

/** The pod template of a workload object. */
export function podOf(object: KubernetesObject): { labels: Readonly<Record<string, string>>; spec: PodSpec } {
  const { metadata, spec } = (object.spec.jobTemplate?.spec ?? object.spec).template;
  return { labels: metadata?.labels ?? {}, spec };
}

/** The one container of such an object. */
export function containerOf(object: KubernetesObject): Container {
  const [container, ...more] = podOf(object).spec.containers;
  if (!container || more.length > 0) throw new Error(`${object.metadata.name} has not one container`);
  return container;
}

export function ofKind(objects: readonly KubernetesObject[], ...kinds: string[]): KubernetesObject[] {
  return objects.filter(({ kind }) => kinds.includes(kind));
}

/** The object with a kind and name; throws if there is none. */
export function getObject(objects: readonly KubernetesObject[], kind: string, name: string): KubernetesObject {
  const found = objects.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

/** The environment of a container: from its ConfigMaps, then its own. */
export function environmentOf(container: Container, objects: readonly KubernetesObject[]): Record<string, string> {
  const maps = (container.envFrom ?? []).map(({ configMapRef }) => getObject(objects, 'ConfigMap', configMapRef.name));
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
  return Object.assign({}, ...maps.map(({ data }) => data), own);
}
