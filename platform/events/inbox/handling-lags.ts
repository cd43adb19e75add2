import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { fromInstantText } from '../../core/instant.ts';
import { perService, type Runtime } from '../../handler/runtime.ts';
import { Durations } from '../../observability/metrics/durations.ts';

/** The delays between an event's commit and its handling by a service's consumers, by consumer. */
export const handlingLags = perService(() => new Map<string, Durations>());

/** Records that a consumer has handled events now. */
export function noteHandled(runtime: Runtime, consumer: string, envelopes: Iterable<EventEnvelope>): void {
  const lags = handlingLags(runtime);
  let durations = lags.get(consumer);
  if (!durations) {
    durations = new Durations();
    lags.set(consumer, durations);
  }
  const now = runtime.clock.now();
  for (const { occurredAt } of envelopes) durations.observe(Math.max(0, now - fromInstantText(occurredAt)));
}
