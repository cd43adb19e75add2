import { expect } from 'vitest';
import { type KubernetesObject, ofKind, podOf } from '../deploy/kubernetes.ts';

/** What `kubectl` hands on: arguments of the command line, or a statement for a database. */
export interface HandedOn {
  readonly command?: readonly string[];
  readonly psql?: readonly [database: string, sql: string];
}

/** The names that an installation has, against which a command of `kubectl` is checked. */
export class Cluster {
  readonly #objects: readonly KubernetesObject[];
  /** All Secrets that manifests name, and those with the authorities of database clusters. */
  readonly secrets: ReadonlySet<string>;

  /** @param more other values with names of Secrets */
  constructor(objects: readonly KubernetesObject[], more: readonly object[]) {
    this.#objects = objects;
    const authorities = ofKind(objects, 'Cluster').map(({ metadata }) => `${metadata.name}-ca`);
    this.secrets = new Set([...authorities, ...[...objects, ...more].flatMap((each) => secretsIn(each))]);
  }

  /** Checks the namespace and the names in a command. Throws if one does not exist. */
  check(all: readonly string[]): HandedOn {
    const end = all.indexOf('--');
    const { words, options } = split(end < 0 ? all : all.slice(0, end));
    const rest = end < 0 ? [] : all.slice(end + 1);
    const namespace = options.get('-n');
    const [verb, ...names] = words;
    if (namespace !== undefined && verb !== 'create') expect(this.#namespaces()).toContain(namespace);
    if (verb === 'cnpg') {
      this.#expect('Cluster', names[1] ?? '', namespace);
      if (names[0] !== 'psql') return {};
      const [database = '', , sql = ''] = rest;
      expect(ofKind(this.#objects, 'Database').map(({ spec }) => spec.name)).toContain(database);
      return { psql: [database, sql] };
    }
    for (const [kind, name] of named(names)) this.#expect(kind, name, namespace);
    const [label = '', value = ''] = options.get('-l')?.split('=') ?? [];
    if (namespace === 'lyceum' && label !== '') expect(this.#labels(label)).toContain(value);
    const from = options.get('--from')?.split('/')[1];
    if (from !== undefined) this.#expect('CronJob', from, namespace);
    for (const name of this.madeSecrets(all)) this.#expect('Secret', name, namespace);
    if (verb !== 'exec') return {};
    expect(rest.slice(0, 2)).toEqual(['/nodejs/bin/node', 'cli/main.ts']);
    return { command: rest.slice(2) };
  }

  /** The Secrets that a command creates. */
  madeSecrets(all: readonly string[]): string[] {
    const { words } = split(all);
    return words[0] === 'create' && words[1] === 'secret' ? words.slice(3, 4) : [];
  }

  #namespaces(): string[] {
    return [...ofKind(this.#objects, 'Namespace').map(({ metadata }) => metadata.name), 'cert-manager', 'monitoring'];
  }

  #labels(name: string): (string | undefined)[] {
    return ofKind(this.#objects, 'Deployment', 'Job').flatMap((each) => [
      each.metadata.labels?.[name],
      podOf(each).labels[name],
    ]);
  }

  #expect(kind: string, name: string, namespace: string | undefined): void {
    if (PLACEHOLDER.test(name) || SESSIONS.includes(name)) return;
    const found = ofKind(this.#objects, kind).filter(({ metadata }) => metadata.namespace === namespace);
    expect(kind === 'Secret' ? [...this.secrets] : found.map(({ metadata }) => metadata.name)).toContain(name);
  }
}

/** The jobs that an operator makes of CronJobs, and names that an operator chooses. */
const SESSIONS = ['operator-session', 'restore-drill-now'];
const PLACEHOLDER = /^[A-Z]+$/;

const KINDS: Readonly<Record<string, string>> = {
  deployment: 'Deployment',
  job: 'Job',
  secret: 'Secret',
  service: 'Service',
  networkpolicy: 'NetworkPolicy',
  hpa: 'HorizontalPodAutoscaler',
  cluster: 'Cluster',
};

/** The kinds and names in the words of a command: `deployment/directory`, or `deployment directory`. */
function named(words: readonly string[]): [kind: string, name: string][] {
  return words.flatMap((word, at): [string, string][] => {
    const [type = '', name = words[at + 1]] = word.split('/');
    const kind = KINDS[type];
    return kind === undefined || name === undefined || (kind === 'Secret' && words[at + 1] === 'generic')
      ? []
      : [[kind, name]];
  });
}

/** Options that take the next word. */
const VALUED = ['-n', '-l', '-o', '-f', '-k', '--patch', '--from-literal', '--type', '--timeout', '--replicas'];

function split(args: readonly string[]): { words: string[]; options: Map<string, string> } {
  const [words, options] = [[] as string[], new Map<string, string>()];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const [name = '', value] = arg.split(/=(.*)/s);
    if (!arg.startsWith('-')) words.push(arg);
    else if (value === undefined && VALUED.includes(arg)) options.set(arg, args[++at] ?? '');
    else options.set(name, value ?? '');
  }
  return { words, options };
}

/** All names of Secrets in a manifest. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'secretName') return [String(inner)];
    if (key === 'imagePullSecrets') return inner.map(({ name }: { name: string }) => name);
    if (REFERENCES.includes(key) && typeof inner?.name === 'string') return [inner.name];
    return secretsIn(inner);
  });
}

const REFERENCES = ['secret', 'passwordSecret', 'accessKeyId', 'secretAccessKey', 'secretKeyRef'];
