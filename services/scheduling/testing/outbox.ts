import { createRegistry, fromBinary, type Message } from '@bufbuild/protobuf';
import type { TestService } from '../../../dev/testing/start-test-service.ts';
import { present } from '../../../platform/core/present.ts';
import { file_lyceum_scheduling_v1_events } from '../../../proto/gen/lyceum/scheduling/v1/events_pb.ts';

const registry = createRegistry(file_lyceum_scheduling_v1_events);

/** What was told of an appointment, in order: the event's name and its fields. */
export async function eventsOf(service: TestService, appointmentId: string): Promise<(readonly [string, object])[]> {
  const rows = await service.sql<{ type: string; payload: Buffer }>(
    'SELECT type, payload FROM outbox WHERE aggregate_id = $1 ORDER BY occurred_at, id',
    [appointmentId],
  );
  return rows.map(({ type, payload }) => {
    const schema = present(registry.getMessage(type), type);
    const { $typeName: _, ...told } = fromBinary(schema, payload) as Message;
    return [schema.name, told];
  });
}
