import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { EventService } from '../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { usageOf } from '../process-usage.ts';
import { newUser } from '../scenarios.ts';
import { atRate, spreadOf, TICK_MS, WARM_UP_SECONDS, withRig } from './rig.ts';

interface Options {
  readonly perSecond: number;
  readonly seconds: number;
  readonly print: (line: string) => void;
}

/** Creates users at a fixed rate, while a reader polls the feed. */
export async function measureLag(postgres: EmbeddedPostgres, { perSecond, seconds, print }: Options): Promise<void> {
  await withRig(postgres, {}, async ({ directory, webhooks }) => {
    const institutionId = await directory.operator.newInstitution('bench');
    const create = directory.operator.call(institutionId);
    const write = () => create(UserService.method.createUser, { user: newUser() });
    const list = webhooks.operator.call(institutionId);
    const read = (afterSequence: bigint) => list(EventService.method.listEvents, { size: 100, afterSequence });
    await atRate(perSecond, WARM_UP_SECONDS, write);
    const pid = webhooks.program.child.pid ?? 0;
    const { endSequence } = await settled(read, 0n, perSecond * WARM_UP_SECONDS);
    const before = usageOf(pid).cpuMs;
    const reading = settled(read, endSequence, Math.floor(perSecond * seconds));
    const written = await atRate(perSecond, seconds, write);
    const { lags } = await reading;
    const cpuMs = usageOf(pid).cpuMs - before;
    print(`${written.perSecond.toFixed(0)} writes a second, ${lags.length} events`);
    print(`from commit to reader: ${spreadOf(lags)}`);
    print(`CPU of webhooks, its reader included: ${((cpuMs / lags.length) * 1_000).toFixed(0)} µs an event`);
  });
}

type Read = (after: bigint) => Promise<{
  readonly events: readonly { readonly occurredAt: string }[];
  readonly hasMore: boolean;
  readonly endSequence: bigint;
}>;

/** Reads a number of events after a position, and measures how long after its commit each was visible. */
export async function settled(
  read: Read,
  after: bigint,
  count: number,
): Promise<{ lags: number[]; endSequence: bigint }> {
  const lags: number[] = [];
  let end = after;
  while (lags.length < count) {
    const { events, hasMore, endSequence } = await read(end);
    const now = Date.now();
    lags.push(...events.map(({ occurredAt }) => now - Date.parse(occurredAt)));
    end = endSequence;
    if (!hasMore) await delay(TICK_MS);
  }
  return { lags, endSequence: end };
}
