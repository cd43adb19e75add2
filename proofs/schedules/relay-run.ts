import type { EventBus } from '../../platform/events/bus.ts';
import { Relay } from '../../platform/events/outbox/relay.ts';
import type { RunningService } from '../../platform/process/service.ts';
import type { Gate } from './gate.ts';
import { PREPARING, type World } from './world.ts';

/** An event that has reached the bus, and the relay that published it. */
export interface Publication {
  readonly id: string;
  readonly relay: string;
  /** Whether the relay held its lock when it began to publish this. */
  readonly isHeld: boolean;
}

/** Relays of one outbox, in replicas that the gate holds; the lock of the active one may end at any time. */
export function startRelays(
  world: World,
  service: string,
  count: number,
  published: Publication[],
): Promise<unknown>[] {
  if (count === 0) return [];
  const { gate } = world;
  const relays: Relay[] = [];
  const rounds = Array.from({ length: count }, async (_, index) => {
    for (let round = 1; round <= ROUNDS; round++) {
      const name = `relay ${index + 1}, round ${round}`;
      await gate.pass(`${name}: wakes`);
      const relay = relayOf(world.held(service, index), name, published, gate);
      relays[index] = relay;
      await gate.as(name, () => publishOnce(relay));
    }
  });
  return [...rounds, endLock(world, service, relays)];
}

/** Publishes what is left, and returns the events of an institution's commands in the order of the outbox. */
export async function drain(world: World, service: string, institutionId: string, published: Publication[]) {
  await publishOnce(relayOf(world.free(service), 'the last relay', published));
  return world.rows<{ id: string; aggregate: string }>(service, OUTBOX, [institutionId, PREPARING]);
}

/** Lets no relay see the events of earlier runs. */
export async function forgetEvents(world: World, service: string): Promise<void> {
  await world.rows(service, 'UPDATE outbox SET published_at = occurred_at WHERE published_at IS NULL', []);
}

/** A relay that stops publishes once more. */
async function publishOnce(relay: Relay): Promise<void> {
  relay.start();
  await relay.stop();
}

async function endLock(world: World, service: string, relays: readonly Relay[]): Promise<void> {
  await world.gate.pass('the session of the lock ends');
  const holder = relays.find((relay) => relay?.isActive);
  if (!holder) return;
  await world.gate.waitFor(async () => {
    await world.rows(service, END_LOCK, []);
    while (holder.isActive) await new Promise(setImmediate);
  });
}

function relayOf({ runtime }: RunningService, name: string, published: Publication[], gate?: Gate): Relay {
  const bus: Pick<EventBus, 'publish' | 'wakeRelay'> = {
    wakeRelay: () => undefined,
    async publish(events, mayContinue) {
      const ids = new Set<string>();
      for (const { id } of events) {
        if (!mayContinue()) break;
        const isHeld = relay.isActive;
        const fate = gate ? await gate.pass(`${name}: publishes`, true) : 'runs';
        if (fate !== 'never sent') published.push({ id, relay: name, isHeld });
        if (fate !== 'runs') return { ids, isUnavailable: true };
        ids.add(id);
      }
      return { ids, isUnavailable: false };
    },
  };
  const relay = new Relay({ ...runtime, bus });
  return relay;
}

const ROUNDS = 2;
const OUTBOX =
  'SELECT id::text, aggregate_id AS aggregate FROM outbox WHERE institution_id = $1 AND request_id <> $2 ORDER BY sequence';
/** The session outside the pool, of which the last statement has taken the lock or has shown that it lives. */
const END_LOCK = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND datname = current_database() AND application_name LIKE 'replica-%'
    AND query ~ '^SELECT( pg_try_advisory_lock|$)'`;
