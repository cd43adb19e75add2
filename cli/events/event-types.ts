import { createRegistry, fromBinary, toJson } from '@bufbuild/protobuf';
import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import { file_lyceum_curricula_v1_events } from '../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { file_lyceum_directory_v1_events } from '../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { file_lyceum_identity_v1_events } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { file_lyceum_locations_v1_events } from '../../proto/gen/lyceum/locations/v1/events_pb.ts';
import { file_lyceum_scheduling_v1_events } from '../../proto/gen/lyceum/scheduling/v1/events_pb.ts';
import { file_lyceum_timetracking_v1_events } from '../../proto/gen/lyceum/timetracking/v1/events_pb.ts';

const registry = createRegistry(
  file_lyceum_directory_v1_events,
  file_lyceum_identity_v1_events,
  file_lyceum_scheduling_v1_events,
  file_lyceum_curricula_v1_events,
  file_lyceum_locations_v1_events,
  file_lyceum_timetracking_v1_events,
);

/** An event as JSON: the payload decoded by its schema, or as base64 if the schema is unknown or does not fit. */
export function eventView({ payload, traceparent, $typeName: _, $unknown: __, ...envelope }: EventEnvelope) {
  return {
    ...envelope,
    institutionId: envelope.institutionId === '' ? null : envelope.institutionId,
    payload: readPayload(envelope.type, payload),
  };
}

/** The services that publish events. */
export const eventServices: readonly string[] = [
  ...new Set([...registry].map(({ typeName }) => typeName.split('.')[1] ?? '')),
];

/** The names of all events, `UserCreated`. */
export const eventNames: readonly string[] = [...registry]
  .filter(({ kind }) => kind === 'message')
  .map(({ typeName }) => typeName.split('.').at(-1) ?? '');

function readPayload(type: string, payload: Uint8Array): unknown {
  const schema = registry.getMessage(type);
  try {
    if (schema) return toJson(schema, fromBinary(schema, payload), { registry, alwaysEmitImplicit: true });
  } catch {
    // Published by a version whose schema we do not have.
  }
  return Buffer.from(payload).toString('base64');
}
