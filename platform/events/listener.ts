import type { EventEnvelope } from '../../proto/gen/lyceum/common/v1/event_pb.ts';
import type { Runtime } from '../handler/runtime.ts';

/** What a service's process drops when it hears of an event, in every process of the service. Nothing that must not be missed. */
export interface Listener {
  readonly name: string;
  /** Full message names of the events. */
  readonly types: readonly string[];
  onEvent(runtime: Runtime, envelope: EventEnvelope): void;
  /** Events may have passed unheard: all that they could have told of is stale. */
  missed(runtime: Runtime): void;
}
