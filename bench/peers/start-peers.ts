import { join } from 'node:path';
import { findFreePort } from '../../libraries/embedded-postgres/index.ts';
import type { Environment } from '../shapes.ts';
import { TargetProcess } from '../target-process.ts';

/**
 * Other frameworks with the same routes on the same table, each as its documentation builds it. The last process of
 * each serves HTTP.
 */
export const PEERS: readonly (readonly [name: string, scripts: readonly string[]])[] = [
  ['NestJS, one process', ['nest/one-process.ts']],
  ['NestJS, gateway + gRPC', ['nest/service.ts', 'nest/gateway.ts']],
  ['Moleculer, gateway + NATS', ['moleculer/service.ts', 'moleculer/gateway.ts']],
  ['Platformatic DB, one process', ['platformatic/main.ts']],
  ['Fastify + MikroORM, EntityManager', ['mikro-orm/entity-manager.ts']],
  ['Fastify + MikroORM, getKysely', ['mikro-orm/kysely.ts']],
];

/** Starts the processes of a peer in production mode. */
export async function startPeer(
  scripts: readonly string[],
  environment: Environment,
  natsUrl: string,
): Promise<TargetProcess> {
  const target = new TargetProcess();
  const own = {
    ...environment,
    NODE_ENV: 'production',
    NATS_URL: natsUrl,
    GRPC_ADDRESS: `127.0.0.1:${await findFreePort(null)}`,
  };
  for (const script of scripts) await target.add(join(import.meta.dirname, script), own);
  return target;
}
