import type { EmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { EventService } from '../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import { newUser } from '../scenarios.ts';
import { settled } from './lag.ts';
import { withRig } from './rig.ts';

/** The events that wait, each of another user, as the one that is there. */
const WAITING = `INSERT INTO outbox (id, institution_id, type, aggregate_id, resource_id, request_id, occurred_at, payload, actor_type, actor_id, changed)
  SELECT gen_random_uuid(), institution_id, type, new, new, request_id, now(), payload, actor_type, actor_id, changed
  FROM (SELECT * FROM outbox WHERE resource_id IS NOT NULL LIMIT 1) one, generate_series(1, $1), LATERAL (SELECT gen_random_uuid()::text AS new) _`;

/** How many events a second come from an outbox to a reader of the feed when many wait, as after an outage of NATS. */
export async function measureBacklog(
  postgres: EmbeddedPostgres,
  { events, print }: { readonly events: number; readonly print: (line: string) => void },
): Promise<void> {
  await withRig(postgres, {}, async ({ directory, webhooks }) => {
    const institutionId = await directory.operator.newInstitution('bench');
    const create = directory.operator.call(institutionId);
    const list = webhooks.operator.call(institutionId);
    const read = (afterSequence: bigint) => list(EventService.method.listEvents, { size: 100, afterSequence });
    const write = () => create(UserService.method.createUser, { user: newUser() });
    await write();
    const { endSequence } = await settled(read, 0n, 1);
    await withClient({ connectionString: postgres.url('directory') }, (client) => client.query(WAITING, [events]));
    const begun = performance.now();
    await write();
    await settled(read, endSequence, events + 1);
    print(`${((events / (performance.now() - begun)) * 1_000).toFixed(0)} events a second of ${events} that waited`);
  });
}
