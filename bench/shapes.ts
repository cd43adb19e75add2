import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peerVariable } from '../platform/process/peers.ts';
import { TargetProcess } from './target-process.ts';

export type Environment = Readonly<Record<string, string>>;

/** The folder of this source. */
export const HERE = fileURLToPath(new URL('..', import.meta.url));

/** Each after the services that it calls; `startApart` starts the gateway after them. */
export const SERVICES = [
  ['directory', []],
  ['locations', []],
  ['identity', ['directory', 'locations']],
  ['curricula', []],
  ['scheduling', ['directory', 'locations']],
  ['timetracking', ['directory']],
  ['webhooks', []],
  ['activity', []],
] as const;

/** Starts a target of one process. */
export async function startOne(script: string, environment: Environment, folder = HERE): Promise<TargetProcess> {
  const target = new TargetProcess();
  await target.add(join(folder, 'bench/targets', script), environment);
  return target;
}

/** Starts the gateway and each service in separate processes. */
export async function startApart(
  transport: 'unary' | 'mux',
  environment: Environment,
  folder = HERE,
): Promise<TargetProcess> {
  const target = new TargetProcess();
  const peers: Record<string, string> = {};
  for (const [service, calls] of SERVICES) {
    // Another commit may not have it yet.
    if (!existsSync(join(folder, 'services', service))) continue;
    const own = { ...environment, ...peers, SERVICE: service, PEERS: calls.join() };
    peers[peerVariable(service)] = `127.0.0.1:${await target.add(join(folder, 'bench/targets/service.ts'), own)}`;
  }
  await target.add(join(folder, 'bench/targets/gateway.ts'), { ...environment, ...peers, TRANSPORT: transport });
  return target;
}
