import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Runtime } from '../handler/runtime.ts';

/** Invalidates caches on events, in every process of a service. Do not use it for events that must not be missed. */
export interface Listener {
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  onEvent(runtime: Runtime, envelope: EventEnvelope): void;
  /** Events may have been missed: everything that depends on them is stale. */
  missed(runtime: Runtime): void;
}
