import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { Authority } from '../../../test/support/calls/certificates.ts';
import { getObject, type KubernetesObject, ofKind } from '../../../test/support/deploy/kubernetes.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { projectRoot } from '../../../test/support/process/program.ts';
import { until } from '../../../test/support/until.ts';
import type { Secrets } from './documented-secrets.ts';

/** What the operator of PostgreSQL makes before the first pod: the password of the superuser, and a certificate. */
export interface PostgresKeys {
  readonly password: string;
  readonly certificate: string;
  readonly key: string;
  readonly ca: string;
}

export function newPostgresKeys(): PostgresKeys {
  const authority = new Authority('postgres');
  const {
    GRPC_TLS_CERT: certificate,
    GRPC_TLS_KEY: key,
    GRPC_TLS_CA: ca,
  } = authority.issue(SERVERS[0], {
    aliases: SERVERS.slice(1),
  });
  authority.remove();
  return { password: randomBytes(16).toString('hex'), certificate, key, ca };
}

/**
 * What the operator makes of a Cluster of one instance: a pod with its limits, parameters and rules of access, and a
 * Service. Adds the Secret of the pod, and that of the authority.
 * @param folder where it stores
 */
export async function postgresOf(
  { metadata, spec }: KubernetesObject,
  { password, certificate, key, ca }: PostgresKeys,
  secrets: Secrets,
  folder: string,
): Promise<KubernetesObject[]> {
  const { name, namespace = '' } = metadata;
  const { pg_hba = [], parameters } = spec.postgresql;
  secrets.set(`${namespace}/lyceum-postgres-ca`, { 'ca.crt': ca });
  const hba = ['local all all trust', ...pg_hba, 'hostssl all all all scram-sha-256'];
  secrets.set(`${namespace}/${name}-server`, {
    password,
    'tls.crt': certificate,
    'tls.key': key,
    'pg_hba.conf': `${hba.join('\n')}\n`,
    'postgresql.conf': Object.entries({ ...SETTINGS, ...parameters })
      .map(([setting, value]) => `${setting} = '${value}'\n`)
      .join(''),
  });
  const script = [
    `test -e /data/PG_VERSION || ${INITDB}`,
    'exec postgres -D /data -c config_file=/server/postgresql.conf',
  ];
  const labels = { 'cnpg.io/cluster': name };
  const container = {
    name: 'postgres',
    image: 'localhost/postgres',
    command: ['/bin/sh', '-euc', script.join('\n')],
    ports: [{ name: 'postgresql', containerPort: 5432 }],
    resources: spec.resources,
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    volumeMounts: [
      { name: 'server', mountPath: '/server', readOnly: true },
      { name: 'data', mountPath: '/data' },
    ],
  };
  return [
    deploymentOf(name, namespace, labels, {
      securityContext: { runAsUser: POSTGRES_USER, runAsGroup: POSTGRES_USER, fsGroup: POSTGRES_USER },
      containers: [container],
      volumes: [
        { name: 'server', secret: { secretName: `${name}-server` } },
        await storage('data', folder, POSTGRES_USER),
      ],
    }),
    serviceOf(`${name}-rw`, namespace, labels, 5432),
  ];
}

/** The superuser's URL of a server, from this machine. */
export function superuserUrl(address: string, password: string): string {
  return `postgresql://postgres:${password}@${address}:5432/postgres?sslmode=no-verify`;
}

/** Waits until a server answers. */
export async function answers(url: string): Promise<void> {
  await until('PostgreSQL', () => query(url, 'SELECT').then(Boolean, () => false), STARTED_MS);
}

/**
 * Makes the roles and databases that the manifests declare, as the operator does once the server is ready.
 * @param url of the superuser
 */
export async function createDatabases(
  objects: readonly KubernetesObject[],
  secrets: Secrets,
  url: string,
): Promise<void> {
  const cluster = getObject(objects, 'Cluster', 'lyceum-postgres');
  await answers(url);
  for (const { name, passwordSecret } of cluster.spec.managed.roles) {
    const own = secrets.get(`${cluster.metadata.namespace}/${passwordSecret.name}`);
    if (own?.username !== name) throw new Error(`${passwordSecret.name} is not the secret of the role ${name}`);
    await query(url, `CREATE ROLE ${name} LOGIN PASSWORD '${own?.password}'`);
  }
  for (const { spec } of ofKind(objects, 'Database'))
    await query(url, `CREATE DATABASE ${spec.name} OWNER ${spec.owner}`);
}

/**
 * What the chart makes of its values for a cluster of one machine: a pod with their accounts, limits and rights, and a
 * Service. Adds the Secret of the pod.
 * @param folder where it stores
 */
export async function natsOf(secrets: Secrets, folder: string): Promise<KubernetesObject[]> {
  const files = ['values.yaml', 'accounts.yaml', 'values-local.yaml'].map(async (name) =>
    parse(await readFile(`${projectRoot}deploy/nats/${name}`, 'utf8')),
  );
  // biome-ignore lint/suspicious/noExplicitAny: the chart defines its values.
  const { config, container, podTemplate } = (await Promise.all(files)).reduce(merge) as any;
  const { fileStore, memoryStore } = config.jetstream;
  const settings = {
    server_name: 'nats-0',
    port: 4222,
    http_port: 8222,
    // The values have `sync_interval: always`.
    jetstream: {
      store_dir: '/data',
      max_file_store: bytesOf(fileStore.pvc.size),
      max_memory_store: bytesOf(memoryStore.maxSize),
      ...config.jetstream.merge,
    },
    ...config.merge,
  };
  // The chart's form of a text that is not quoted: a variable.
  const text = JSON.stringify(settings, null, 2).replaceAll(/"<< (\$\w+) >>"/g, '$1');
  secrets.set('nats/nats-config', { 'nats.conf': text });
  const env = Object.entries(container.env as Record<string, string | object>).map(([name, value]) =>
    typeof value === 'string' ? { name, value } : { name, ...value },
  );
  const labels = { 'app.kubernetes.io/name': 'nats' };
  const server = {
    name: 'nats',
    image: 'localhost/nats',
    command: ['/usr/sbin/nats-server', '--config', '/config/nats.conf'],
    env,
    ports: [{ name: 'nats', containerPort: 4222 }],
    readinessProbe: { httpGet: { path: '/healthz?js-server-only=true', port: 8222 }, periodSeconds: 10 },
    ...container.merge,
    volumeMounts: [
      { name: 'config', mountPath: '/config', readOnly: true },
      { name: 'data', mountPath: '/data' },
    ],
  };
  const { runAsUser } = podTemplate.merge.spec.securityContext;
  return [
    deploymentOf('nats', 'nats', labels, {
      ...podTemplate.merge.spec,
      containers: [server],
      volumes: [{ name: 'config', secret: { secretName: 'nats-config' } }, await storage('data', folder, runAsUser)],
    }),
    serviceOf('nats', 'nats', labels, 4222),
  ];
}

/** The names of the servers: services call the first one, a restore drill the others. */
const SERVERS = ['lyceum-postgres-rw.lyceum-data', 'lyceum-postgres-rw', 'restore-drill-rw'] as const;
/** Makes a cluster. */
export const INITDB = 'initdb --pgdata /data --username postgres --pwfile /server/password --encoding UTF8 --locale C';
/** The user of the operator's images. */
export const POSTGRES_USER = 26;
const STARTED_MS = 60_000;
const SETTINGS = {
  listen_addresses: '*',
  unix_socket_directories: '/data',
  hba_file: '/server/pg_hba.conf',
  ssl: 'on',
  ssl_cert_file: '/server/tls.crt',
  ssl_key_file: '/server/tls.key',
};

function deploymentOf(name: string, namespace: string, labels: object, spec: object): KubernetesObject {
  const template = { metadata: { labels }, spec };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace }, spec: { replicas: 1, template } };
}

function serviceOf(name: string, namespace: string, selector: object, port: number): KubernetesObject {
  // Headless, though it is not in a cluster: with one pod that makes no difference to callers.
  const spec = { clusterIP: 'None', selector, ports: [{ port, targetPort: port }] };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace }, spec };
}

/** A folder of this machine in place of a claim of storage. */
export async function storage(name: string, path: string, user: number): Promise<object> {
  await mkdir(path, { mode: 0o700 });
  await chown(path, user, user);
  return { name, hostPath: { path, type: 'Directory' } };
}

/** As helm merges files of values: null removes. */
function merge(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  const both = Object.entries(other).map(([key, value]) => [key, merge(one[key], value)]);
  return Object.fromEntries(
    Object.entries({ ...one, ...Object.fromEntries(both) }).filter(([, value]) => value !== null),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A quantity of Kubernetes in bytes. */
function bytesOf(quantity: string): number {
  const [, number, unit = ''] = /^(\d+)([MG])i$/.exec(quantity) ?? [];
  if (!number) throw new Error(`${quantity} is neither in Mi nor in Gi`);
  return Number(number) * (unit === 'G' ? 2 ** 30 : 2 ** 20);
}
