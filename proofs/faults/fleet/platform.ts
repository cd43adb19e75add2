import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { Operator } from '../../../test/support/operator.ts';
import { type Program, projectRoot } from '../../../test/support/process/program.ts';
import { type Ports, WITHOUT_LIMITS } from '../../../test/support/process/service-process.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { Service } from './parts.ts';

/** The running platform, in one process or many. */
export interface Platform {
  /** The URLs of the gateways. */
  readonly urls: readonly string[];
  /** The ports of the services. */
  readonly ports: Ports;
  readonly processes: readonly PlatformProcess[];
  /** The errors that the processes have logged. */
  readonly errorLines: readonly string[];
  /** Starts the console unless it runs already; returns its URL. */
  startConsole(): Promise<string>;
  /** The superuser's URL of a service's database. It bypasses proxies. */
  databaseUrl(service: Service): string;
}

export interface PlatformProcess {
  readonly name: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /** The memory limit of its pod, in MiB. Infinite if `deploy/` has no pod for it. */
  readonly memoryMiB: number;
}

export type Env = Readonly<Record<string, string>>;

/** Calls the services as an operator. */
export async function asOperator<T>({ ports }: Platform, act: (operator: Operator) => Promise<T>): Promise<T> {
  const operator = new Operator(ports);
  return act(operator).finally(() => operator.close());
}

/** New clients of an institution at the first gateway. */
export function newClients({ urls }: Platform, operator: Operator, institutionId: string, count: number) {
  const [url = ''] = urls;
  return Promise.all(Array.from({ length: count }, (): Promise<TestClient> => operator.newClient(institutionId, url)));
}

/** Whether every gateway, and every service behind it, reports that it is ready. */
export async function isReady(urls: readonly string[]): Promise<boolean> {
  const statuses = urls.map(async (url) => {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(READY_MS) });
    await answer.text();
    return answer.status;
  });
  return (await Promise.allSettled(statuses)).every((each) => each.status === 'fulfilled' && each.value === 200);
}

/** The errors that a process logged or wrote to standard error. Each line starts with the name of the process. */
export function errorLinesOf(name: string, { stdout, stderr }: Program): string[] {
  const errors = stdout.split('\n').filter((line) => /"level":[56]0/.test(line));
  return [...errors, ...stderr.split('\n').filter(Boolean)].map((line) => `${name}: ${line}`);
}

/** The memory limit of the pods of a part, in MiB, as set in `deploy/base`. */
export function podMemoryMiB(part: string): number {
  const manifests = parseAllDocuments(readFileSync(`${projectRoot}deploy/base/${part}.yaml`, 'utf8'));
  const deployment = manifests.map((manifest) => manifest.toJS()).find(({ kind }) => kind === 'Deployment');
  const { memory } = deployment.spec.template.spec.containers[0].resources.limits;
  const [, mib] = /^(\d+)Mi$/.exec(memory) ?? [];
  if (!mib) throw new Error(`${part} may hold ${memory}, which is not in MiB`);
  return Number(mib);
}

/** The environment variables of a process in a container with this memory, and more: see `deploy/Dockerfile`. */
export function inContainerOf(mib: number, { NODE_OPTIONS = '', ...more }: Env = {}): Env {
  return { ...more, NODE_OPTIONS: `--max-old-space-size=${Math.floor(mib * 0.6)} ${NODE_OPTIONS}` };
}

/**
 * The limits of a gateway in a container: an empty variable means the default. Requests are not logged, because reading
 * the log would cost the measuring process time.
 */
export function productionLimits(mib: number): Env {
  return {
    ...Object.fromEntries(Object.keys(WITHOUT_LIMITS).map((name) => [name, ''])),
    LOG_REQUESTS: '0',
    MAX_MEMORY_MB: String(Math.floor(mib * MEMORY_PART)),
  };
}

/** The traffic of one institution is that of many. */
export const UNPACED = { MAX_DELIVERIES_PER_MINUTE: '1000000' };
/** Below the ephemeral ports, so that the port of a killed process stays free for its successor. */
export const PORTS = [20_000, 32_000] as const;
/** The share of a container's memory that a gateway uses as its limit. */
const MEMORY_PART = 0.88;
const READY_MS = 5_000;
