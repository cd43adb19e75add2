import { setTimeout as delay } from 'node:timers/promises';
import { LOCK_SILENCE_MS } from '../../../libraries/pg-batch/index.ts';
import type { SingleServers } from '../fleet/layouts/single-servers.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';

/** Pauses the service until requests have timed out. */
export function pauseService(service: Service): Fault {
  return {
    name: `SIGSTOP ${service}`,
    touches: [service],
    async run(fleet, watch) {
      fleet.signal(service, 'SIGSTOP');
      await watch.failures(5, [service]);
      fleet.signal(service, 'SIGCONT');
    },
  };
}

/** Pauses the service until its relay loses the outbox lock. When the relay resumes, it still acts as the holder. */
export function pauseServiceLong(service: Service): Fault {
  return {
    name: `SIGSTOP ${service}, relay lost`,
    touches: [service],
    async run(fleet, watch) {
      fleet.signal(service, 'SIGSTOP');
      await Promise.all([watch.failures(20, [service]), delay(LOCK_SILENCE_MS + 2_000)]);
      fleet.signal(service, 'SIGCONT');
    },
  };
}

/** The pause is long enough that services take the server for gone, and replace their sessions. */
export const pausePostgres: Fault<SingleServers> = {
  name: 'SIGSTOP PostgreSQL amid deliveries',
  touches: SERVICES,
  holdsEvents: true,
  async run(fleet, watch, receiver) {
    await receiver.hold();
    await fleet.on.postgres.signal('SIGSTOP');
    receiver.release();
    await Promise.all([watch.failures(20, SERVICES), delay(POSTGRES_TIMEOUT_MS)]);
    await fleet.on.postgres.signal('SIGCONT');
  },
};

/** The pause is long enough that clients drop their connections. */
export const pauseNats: Fault<SingleServers> = {
  name: 'SIGSTOP NATS',
  touches: [],
  holdsEvents: true,
  async run(fleet, watch) {
    await fleet.on.nats.pause();
    await Promise.all([watch.successes(200, SERVICES), delay(NATS_TIMEOUT_MS)]);
    fleet.on.nats.resume();
  },
};

/** A gateway that hangs keeps its requests open. Only its clients can end them. */
export const pauseGateway: Fault = {
  name: 'SIGSTOP a gateway',
  touches: [],
  cutsOff: true,
  async run(fleet) {
    fleet.signal('gateway-2', 'SIGSTOP');
    await delay(GATEWAY_PAUSE_MS);
    fleet.signal('gateway-2', 'SIGCONT');
  },
};

/** Longer than a statement may take, and the second after which services no longer wait for its end. */
const POSTGRES_TIMEOUT_MS = 13_000;
/** Longer than two ping intervals of two seconds and a third one. */
const NATS_TIMEOUT_MS = 7_000;
/** Shorter than the timeout of the clients. */
const GATEWAY_PAUSE_MS = 4_000;
